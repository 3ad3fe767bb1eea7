/* A photo no larger than what is read of it, upright; as it is where the phone cannot do that. */

const LONGEST_PX = 1_600;
const QUALITY = .85;

export async function makeSmaller(file) {
  return new File([await draw(file).catch(() => file)], "photo.jpg", { type: "image/jpeg" });
}

async function draw(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const share = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.round(picture.width * share),
    height: Math.round(picture.height * share),
  });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))) ?? file;
}
