// Who looks at a film is written into it: faint, in two places that wander, so that no crop and no
// blur takes both away.
import { lettering } from '../fonts/lettering.ts'
import type { PictureSize } from './geometry.ts'
import { saveLettering } from './overlay.ts'

/** Of the height of the picture: still eight pixels when 360 lines are filmed off at half size. */
const CAPITAL = 0.045
const OPACITY = 0.42
const PICTURE = 'mark.png'

/**
 * To be joined to a chain of filters: two copies that wander against each other, once around in
 * about a minute and a half.
 */
export async function watermarkFilters(lines: string[], size: PictureSize): Promise<string> {
  const capital = size.height * CAPITAL
  const natural = lettering(lines, capital)
  const fit = Math.min(1, (size.width * 0.8) / natural.width, (size.height * 0.4) / natural.height)
  await saveLettering(PICTURE, fit < 1 ? lettering(lines, capital * fit) : natural, OPACITY)
  const wander = (x: string, y: string) => `overlay=x='(W-w)*(0.5+0.46*${x})':y='(H-h)*${y}'`
  return `[film];movie=${PICTURE},format=yuva420p,split[one][two];[film][one]${wander('sin(t/14+0.9)', '(0.22+0.2*cos(t/11))')}[marked];[marked][two]${wander('sin(t/14+4.1)', '(0.78+0.2*cos(t/13))')}`
}
