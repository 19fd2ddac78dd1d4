/** In percent of the picture, from its upper left corner. */
export interface CropBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far one press moves or resizes the box, in percent of the picture or of the box. */
const STEP = 5;
/** The smallest side of a box, in percent of the picture. */
const SMALLEST = 5;

/** The box moved by this many steps, and kept inside the picture. */
export function movedCrop<Box extends CropBox>(box: Box, right: number, down: number): Box {
  return {
    ...box,
    x: within(box.x + right * STEP, 100 - box.width),
    y: within(box.y + down * STEP, 100 - box.height),
  };
}

/** The box one step larger or smaller around its center, in the same proportions and inside the picture. */
export function resizedCrop<Box extends CropBox>(box: Box, change: 'larger' | 'smaller'): Box {
  const wanted = change === 'larger' ? 1 + (2 * STEP) / 100 : 1 / (1 + (2 * STEP) / 100);
  const largest = 100 / Math.max(box.width, box.height);
  const smallest = SMALLEST / Math.min(box.width, box.height);
  const factor = Math.max(Math.min(wanted, largest), Math.min(smallest, 1));
  const [width, height] = [box.width * factor, box.height * factor];
  return {
    ...box,
    width,
    height,
    x: within(box.x + (box.width - width) / 2, 100 - width),
    y: within(box.y + (box.height - height) / 2, 100 - height),
  };
}

const within = (value: number, highest: number) => Math.min(Math.max(0, value), highest);
