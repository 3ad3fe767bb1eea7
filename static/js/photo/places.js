/* The photos of a pile as they were sent, with a frame around each place that was seen. Those that are asked about have
   the number of their question. A photo that this phone cannot draw is left out: not every one draws HEIC.

   Expects in the review [data-places], empty, and places with [data-corners], x and y in turn in pixels of the photo
   with the number [data-of-photo]. */

import { h } from "../entry/elements.js";

const WIDTH_PX = 720;

export async function showPlaces(review, files) {
  const places = [...review.querySelectorAll("[data-corners]")].map((place, index) => ({
    photo: Number(place.dataset.ofPhoto),
    corners: place.dataset.corners.split(" ").map(Number),
    question: place.matches(".sighting--open") ? index + 1 : "",
  }));
  const style = getComputedStyle(review);
  const photos = await Promise.all(files.map((file) => createImageBitmap(file).catch(() => null)));
  const drawn = photos.flatMap((picture, number) =>
    picture ? [drawPhoto(picture, places.filter(({ photo }) => photo === number), style)] : []);
  if (!drawn.length) return;
  review.querySelector("[data-places]").append(h("details", h("summary", "See them in the photo"), ...drawn));
}

function drawPhoto(photo, places, style) {
  const share = WIDTH_PX / photo.width;
  const canvas = Object.assign(h("canvas"), { width: WIDTH_PX, height: photo.height * share, role: "img" });
  canvas.ariaLabel = "The photo, with a frame around each place";
  const brush = canvas.getContext("2d");
  brush.drawImage(photo, 0, 0, canvas.width, canvas.height);
  Object.assign(brush, { font: "bold 48px sans-serif", textAlign: "center", textBaseline: "middle" });
  // What is asked about comes first, and is drawn last: no other frame lies on its number.
  for (const { corners, question } of [...places].reverse()) {
    const [x, y] = [0, 1].map((axis) => corners.filter((_, n) => n % 2 === axis).map((each) => each * share));
    const frame = new Path2D(`M${x.map((each, n) => [each, y[n]]).join("L")}Z`);
    const middle = [x, y].map((axis) => (Math.min(...axis) + Math.max(...axis)) / 2);
    // Dark under light, or light under dark: it is seen on every table and card. Small cards have thinner ones.
    const line = Math.min(6, Math.max(2, Math.hypot(corners[2] - corners[0], corners[3] - corners[1]) * share / 30));
    for (const [width, colour] of [[2 * line, "--ink"], [line, question ? "--warn" : "--paper"]]) {
      Object.assign(brush, { lineWidth: width, strokeStyle: style.getPropertyValue(colour) });
      brush.stroke(frame);
    }
    Object.assign(brush, { lineWidth: 10, strokeStyle: style.getPropertyValue("--ink") });
    brush.strokeText(question, ...middle);
    brush.fillStyle = style.getPropertyValue("--paper");
    brush.fillText(question, ...middle);
  }
  return canvas;
}
