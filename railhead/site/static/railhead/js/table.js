// The page of a table.
//
// The page is made of parts: elements with an id and a `data-part` hash, which the server sends only when they
// changed. They are morphed in place, so focus, scroll positions, open details and half-written text stay.
// One form, #act, carries every move: a button anywhere says form="act" name="move" value="{JSON of the move}";
// one with a `formaction` goes elsewhere (undo, branch, hint). A number is an input with form="act" and a name of
// its own; its button says name="named" value="FIELD:INPUT NAME:{JSON of the move}". All of it works without scripts.
//
// A module exports `start(table)`, which is called once. It gets:
//   table.root            the element #table, with the addresses in its data attributes
//   table.live(values)    ask the server for what changed; `values` go over the fields of #carry, as in
//                         live({ stage: "map" }), live({ at: "12", branch: "" }); returns a promise
//   table.carry()         the fields of #carry: seq, stage, was, tab, at, branch
//   table.stage()         the stage that is shown: auction, trading, map, market or sheet
//   table.keys            a map from a key to what it does; add yours, keys.js shows them all under `?`
// and listens on `document` for:
//   railhead:updated      parts have arrived; detail { parts: [ids], version, before } where `before` is the
//                         version that was shown until now; a module puts its own marks on the new content here
//   railhead:stage        another stage is shown; detail { stage }
//   railhead:connection   the stream of news is there or lost; detail { there }
// Content that a script owns within a part has the attribute `hx-morph-skip`: an update leaves it alone.
// A `details` keeps its state by itself. Nothing is put on `window`.

import * as frame from "./frame.js";
import * as history from "./history.js";
import * as keys from "./keys.js";
import * as map from "./map/index.js";
import * as server from "./server.js";
import * as stages from "./stages.js";
import * as stream from "./stream.js";
import * as turn from "./turn.js";

const table = server.connect(document.getElementById("table"));
for (const module of [frame, history, map, stages, turn, keys, stream]) module.start(table);
document.documentElement.dataset.ready = "table";
