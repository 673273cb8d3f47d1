#!/usr/bin/env bash
# A throw-away PostgreSQL on the loopback, for tests and measurements.
#
#   scripts/postgres.sh start FOLDER [PORT]   make a cluster in FOLDER and start it; prints its address
#   scripts/postgres.sh stop FOLDER           stop it (the folder stays; remove it yourself)
#   scripts/postgres.sh restart FOLDER        stop at once and start again, as after a crash of its host
#
# PostgreSQL refuses to run as root; then it runs as the user postgres, or nobody where there is none.
set -euo pipefail

what=${1:?start, stop or restart}
folder=${2:?a folder}
port=${3:-0}

here() { command -v "$1" 2>/dev/null || ls -1 /usr/lib/postgresql/*/bin/"$1" /usr/pgsql-*/bin/"$1" 2>/dev/null | tail -1; }

initdb=$(here initdb || true)
pg_ctl=$(here pg_ctl || true)
if [ -z "$initdb" ] || [ -z "$pg_ctl" ]; then
    echo "PostgreSQL is not installed here: no initdb" >&2
    exit 3
fi

as() { # run as somebody who is not root
    if [ "$(id -u)" != 0 ]; then
        "$@"
    elif id postgres >/dev/null 2>&1; then
        (cd / && setpriv --reuid=postgres --regid="$(id -g postgres)" --clear-groups "$@")
    else
        (cd / && setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@")
    fi
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

case $what in
start)
    mkdir -p "$folder"
    if [ "$(id -u)" = 0 ]; then
        id postgres >/dev/null 2>&1 && chown postgres "$folder" || chown nobody "$folder"
    fi
    [ "$port" != 0 ] || port=$(free_port)
    if [ ! -d "$folder/data" ]; then
        as "$initdb" -D "$folder/data" -U railhead --auth=trust --encoding=UTF8 --locale=C --no-sync >"/dev/null"
        as tee -a "$folder/data/postgresql.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = $port
max_connections = 120
shared_buffers = 64MB
CONF
    fi
    as "$pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 30 start >/dev/null
    port=$(sed -n 's/^port = //p' "$folder/data/postgresql.conf" | tail -1)
    echo "postgresql://railhead@127.0.0.1:$port/postgres"
    ;;
stop)
    as "$pg_ctl" -D "$folder/data" -m fast -w -t 30 stop >/dev/null
    ;;
restart)
    as "$pg_ctl" -D "$folder/data" -l "$folder/log" -m immediate -w -t 30 restart >/dev/null
    ;;
*)
    echo "start, stop or restart" >&2
    exit 2
    ;;
esac
