// Where the tiles of a fan stand. Run with: node --test tests/js

import assert from "node:assert/strict";
import { test } from "node:test";

import { cardPoint, fanPoints } from "../../railhead/site/static/railhead/js/map/fan_layout.js";

const FRAME = { width: 1000, height: 700 };
const SIZE = 74;
const apart = (points) => points.every((one, at) => points.slice(at + 1).every((other) => Math.hypot(one.x - other.x, one.y - other.y) >= SIZE * 0.97));
const within = ({ x, y }) => x >= SIZE / 2 && y >= SIZE / 2 && x <= FRAME.width - SIZE / 2 && y <= FRAME.height - SIZE / 2;

for (const [where, centre] of Object.entries({ middle: { x: 500, y: 350 }, corner: { x: 30, y: 30 }, edge: { x: 990, y: 350 } })) {
  for (const count of [1, 2, 5, 12, 20]) {
    test(`${count} tiles around a hex in the ${where} stand apart and in the frame`, () => {
      const points = fanPoints(count, centre, 95, SIZE, FRAME);
      assert.equal(points.length, count);
      assert.ok(apart(points), "two tiles overlap");
      assert.ok(points.every(within), "a tile is cut off");
      assert.ok(points.every(({ x, y }) => Math.hypot(x - centre.x, y - centre.y) >= 94), "the hex is covered");
    });
  }
}

test("in a frame that is too small nothing is lost", () => {
  assert.equal(fanPoints(6, { x: 50, y: 50 }, 95, SIZE, { width: 100, height: 100 }).length, 6);
});

test("the card stands on the side with more room", () => {
  const card = { width: 270, height: 200 };
  assert.ok(cardPoint({ x: 100, y: 350 }, 150, card, FRAME).x >= 250);
  assert.ok(cardPoint({ x: 900, y: 350 }, 150, card, FRAME).x + card.width <= 750);
  const low = cardPoint({ x: 500, y: 690 }, 150, card, FRAME);
  assert.ok(low.y + card.height <= FRAME.height);
});
