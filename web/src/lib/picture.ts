/** Pictures that people send to each other: lines of text on the shop's green. */
const width = 1080;
const margin = 72;

export const pictureLook = { back: "#0f3d2e", text: "#ffffff", soft: "#cfe3da" };
export const pictureSize = { width, margin, line: 58 };

export interface Pen {
  context: CanvasRenderingContext2D;
  write: (text: string, at: "left" | "right", y: number, font: string, colour?: string) => void;
}

/** PNG. */
export async function makePicture(height: number, draw: (pen: Pen) => void): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw the picture.");
  context.fillStyle = pictureLook.back;
  context.fillRect(0, 0, width, height);
  draw({
    context,
    write: (text, at, y, font, colour = pictureLook.text) => {
      context.font = `${font} system-ui, sans-serif`;
      context.fillStyle = colour;
      context.textAlign = at;
      context.fillText(text, at === "left" ? margin : width - margin, y, width - 2 * margin);
    },
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))));
  });
}
