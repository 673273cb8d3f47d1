// Where the tiles of a fan stand: around their hex, within the frame, apart from each other. No page needed.

const STEP = 15;

const inside = ({ x, y }, size, { width, height }) =>
  x - size / 2 >= 0 && y - size / 2 >= 0 && x + size / 2 <= width && y + size / 2 <= height;

/** The points of one ring that lie in the frame, in degrees clockwise from the top. */
const open = (centre, radius, size, frame) => {
  const found = [];
  for (let turn = 0; turn < 360; turn += STEP) {
    const angle = (turn - 90) * Math.PI / 180;
    const point = { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle), turn };
    if (inside(point, size, frame)) found.push(point);
  }
  return found;
};

/** As many points of a ring as stand apart, spread over what is open of it. */
const spread = (points, count, least) => {
  if (!points.length) return [];
  const chosen = [];
  const stride = Math.max(points.length / count, 1);
  for (let at = 0; at < points.length && chosen.length < count; at += stride) {
    const point = points[Math.floor(at)];
    if (chosen.every((other) => Math.hypot(other.x - point.x, other.y - point.y) >= least)) chosen.push(point);
  }
  for (const point of points) { // what an even stride left out
    if (chosen.length === count) break;
    if (chosen.every((other) => Math.hypot(other.x - point.x, other.y - point.y) >= least)) chosen.push(point);
  }
  return chosen;
};

/**
 * The middles of `count` squares of `size` pixels around `centre`, ring by ring from `radius` outwards.
 * Whatever finds no room in `frame` stands on the first ring nevertheless, so that nothing is ever lost.
 */
export const fanPoints = (count, centre, radius, size, frame) => {
  const found = [];
  for (let ring = 0; ring < 6 && found.length < count; ring += 1) {
    const points = open(centre, radius + ring * size, size, frame);
    found.push(...spread(points, count - found.length, size * 0.98));
  }
  while (found.length < count) {
    const turn = found.length * STEP;
    const angle = (turn - 90) * Math.PI / 180;
    found.push({ x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle), turn });
  }
  return found;
};

/** The place of a card beside the fan: to the side of the frame with more room, never outside of it. */
export const cardPoint = (centre, reach, card, frame) => {
  const right = frame.width - centre.x >= centre.x;
  const x = right ? centre.x + reach : centre.x - reach - card.width;
  const y = centre.y - card.height / 2;
  return {
    x: Math.round(Math.min(Math.max(x, 4), Math.max(frame.width - card.width - 4, 4))),
    y: Math.round(Math.min(Math.max(y, 4), Math.max(frame.height - card.height - 4, 4))),
  };
};
