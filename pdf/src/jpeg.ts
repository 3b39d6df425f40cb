/** The size of a JPEG picture, from its first frame header (ITU-T T.81, B.2.2). */
export function jpegSize(jpeg: Uint8Array): { width: number; height: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  let at = 2
  while (at + 9 < jpeg.length) {
    const marker = view.getUint16(at)
    // SOF0 to SOF15, without DHT, JPG and DAC, which are in the same range.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  throw new Error('The picture has no size')
}
