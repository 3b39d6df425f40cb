// The graphs of filters that paint a film and play its sound.
import type { DemoFilm } from './demo-clip.ts'

const SAMPLE_RATE = 48_000
/** Two colours and a way to blend them, each scene unlike the one before. */
const PALETTES: [from: string, to: string, type: string][] = [
  ['0x0b1d3a', '0xd9825b', 'linear'],
  ['0xe8d5a9', '0x2f6f73', 'radial'],
  ['0x3b1c4a', '0xe0567a', 'linear'],
  ['0x0f3d2e', '0xc9d66b', 'circular'],
  ['0x14213d', '0x7fb2e5', 'linear'],
  ['0x5c2a1e', '0xf2b705', 'radial'],
]

export function background(
  n: number,
  width: number,
  height: number,
  rate: string,
  seconds: number,
): string {
  const [from, to, type] = PALETTES[n % PALETTES.length]!
  // Painted at a third of the size and enlarged: a blend of colours loses nothing by it, and gains
  // a ninth of the time.
  const size = `${Math.max(16, Math.round(width / 3))}x${Math.max(16, Math.round(height / 3))}`
  return `gradients=s=${size}:c0=${from}:c1=${to}:n=2:type=${type}:speed=0.008:seed=${n + 7}:r=${rate}:d=${seconds},scale=${width}:${height}:flags=bilinear:out_range=tv:out_color_matrix=bt709,setsar=1,format=yuv420p`
}

/** Black, then the scenes with their disc, title and time code, then the last frame held. */
export function scenesGraph(film: DemoFilm): string {
  const { width, height, frameRate, scenes, blackHead = 0, frozenTail = 0 } = film
  const seconds = film.seconds - blackHead - frozenTail
  const parts = Array.from({ length: scenes }, (_, n) => scene(film, n, seconds / scenes))
  const joined = parts.map((_, n) => `[scene${n}]`).join('')
  return [
    ...parts,
    `${joined}concat=n=${scenes}[scenes]`,
    `movie=title.png[title]`,
    `[scenes][title]overlay=x=W*0.07:y=H-h-H*0.09[titled]`,
    ...(blackHead > 0
      ? [
          `color=black:s=${width}x${height}:r=${frameRate}:d=${blackHead},format=yuv420p[black]`,
          '[black][titled]concat=n=2[whole]',
        ]
      : ['[titled]null[whole]']),
    // Under black there is no time code: a black head is to be black.
    `movie=counter.y4m,format=yuv420p[counter]`,
    `[whole][counter]overlay=x=W-w-W*0.04:y=H*0.05:shortest=0:enable='gte(t,${blackHead})'[counted]`,
    `[counted]${frozenTail > 0 ? `trim=duration=${film.seconds - frozenTail},tpad=stop_mode=clone:stop_duration=${frozenTail}` : 'null'},trim=duration=${film.seconds},fps=${frameRate},scale=out_range=tv:out_color_matrix=bt709,format=yuv420p`,
  ].join(';')
}

/** The disc takes another way through each scene. */
function scene({ width, height, frameRate }: DemoFilm, n: number, seconds: number): string {
  const along = `(t/${seconds})`
  const ways = [
    [`W*(0.1+0.6*${along})`, `H*(0.42-0.3*sin(3.1*${along}))`],
    [`W*(0.72-0.5*${along})`, `H*(0.1+0.3*${along})`],
    [`W*(0.4+0.2*cos(6.2*${along}))`, `H*(0.3+0.2*sin(6.2*${along}))`],
  ]
  const [x, y] = ways[n % ways.length]!
  return `${background(n, width, height, frameRate, seconds)}[ground${n}];movie=disc.png[disc${n}];[ground${n}][disc${n}]overlay=x='${x}':y='${y}'[scene${n}]`
}

export function soundGraph({ sound, seconds, scenes, blackHead = 0 }: DemoFilm): string {
  if (sound === 'silent') return `anullsrc=r=${SAMPLE_RATE}:cl=stereo:d=${seconds}`
  const length = seconds / scenes
  const formulas = {
    // A struck fifth that changes with the scene, twice a second.
    tones: (side: number) =>
      `0.22*exp(-3*mod(t,0.5))*(sin(2*PI*t*${220 + side}*pow(1.2,mod(floor(t/${length}),5)))+0.6*sin(3*PI*t*${220 + side}*pow(1.2,mod(floor(t/${length}),5))))`,
    // Syllables: a buzzing voice that rises and falls, opened four times a second, with pauses for
    // breath.
    'speech-like': () =>
      `0.3*(sin(2*PI*t*130+3*sin(2*PI*0.7*t))+0.5*sin(4*PI*t*130+6*sin(2*PI*0.7*t))+0.4*sin(2*PI*t*720)*sin(2*PI*t*130)+0.2*sin(2*PI*t*1900)*sin(2*PI*t*130))*pow(max(0,sin(2*PI*3.8*t+sin(2*PI*0.9*t))),0.6)*gt(mod(t,3.1),0.7)`,
  }
  const formula = formulas[sound]
  return `aevalsrc='${formula(0)}|${formula(1)}':c=stereo:s=${SAMPLE_RATE}:d=${seconds},volume='if(lt(t,${blackHead}),0,1)':eval=frame`
}
