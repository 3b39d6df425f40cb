/** The size of a JPEG picture, from its first frame header (ITU-T T.81, B.2.2). */
export function jpegSize(jpeg: Uint8Array): { width: number; height: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  let offset = 2
  while (offset + 9 < jpeg.length) {
    const marker = view.getUint16(offset)
    // SOF0 to SOF15, without DHT, JPG and DAC, which are in the same range.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) }
    offset += 2 + view.getUint16(offset + 2)
  }
  throw new Error('The picture has no size')
}
