// Burns the viewer's name into a film: faint, in two places that move, so that no crop or blur
// removes both.
import { fontFilesFor } from '@reelay/fonts/files'
import type { PictureSize } from './geometry.ts'
import { installFonts } from './libass.ts'
import { saveText } from './overlay.ts'
import { renderText } from './text-bitmap.ts'

/** Share of the picture height. At 360 lines, filmed off at half size, eight pixels remain. */
const CAPITAL_HEIGHT = 0.045
const OPACITY = 0.42
const IMAGE = 'watermark.png'

/**
 * The end of a filter chain: overlays two copies that move against each other, with a period of
 * about a minute and a half.
 */
export async function watermarkFilters(
  lines: string[],
  { width, height }: PictureSize,
): Promise<string> {
  await installFonts(await fontFilesFor(lines.join('')))
  const text = await renderText(lines, {
    capitalHeight: height * CAPITAL_HEIGHT,
    maxWidth: width * 0.8,
    maxHeight: height * 0.4,
  })
  await saveText(IMAGE, text, OPACITY)
  const overlay = (x: string, y: string) => `overlay=x='(W-w)*(0.5+0.46*${x})':y='(H-h)*${y}'`
  return [
    '[film]',
    `movie=${IMAGE},format=yuva420p,split[one][two]`,
    `[film][one]${overlay('sin(t/14+0.9)', '(0.22+0.2*cos(t/11))')}[marked]`,
    `[marked][two]${overlay('sin(t/14+4.1)', '(0.78+0.2*cos(t/13))')}`,
  ].join(';')
}
