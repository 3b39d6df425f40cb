// The FFmpeg filter graphs that generate the picture and sound of a demo film.
import type { DemoFilm } from '../types.ts'

const SAMPLE_RATE = 48_000
/** Two colours and a gradient type. Each scene differs from the one before. */
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
  // Generated at a third of the size and enlarged: a ninth of the time, and a gradient loses nothing.
  const size = `${Math.max(16, Math.round(width / 3))}x${Math.max(16, Math.round(height / 3))}`
  return [
    `gradients=s=${size}:c0=${from}:c1=${to}:n=2:type=${type}:speed=0.008:seed=${n + 7}:r=${rate}:d=${seconds}`,
    `scale=${width}:${height}:flags=bilinear:out_range=tv:out_color_matrix=bt709`,
    'setsar=1',
    'format=yuv420p',
  ].join(',')
}

/** Black, then the scenes with disc, title and timecode, then the last frame held. */
export function scenesGraph(film: DemoFilm, counterFilter: string): string {
  const { width, height, frameRate, scenes, blackHead = 0, frozenTail = 0 } = film
  const seconds = film.seconds - blackHead - frozenTail
  const parts = Array.from({ length: scenes }, (_, n) => scene(film, n, seconds / scenes))
  const joined = parts.map((_, n) => `[scene${n}]`).join('')
  const freeze =
    frozenTail > 0
      ? [
          `trim=duration=${film.seconds - frozenTail}`,
          `tpad=stop_mode=clone:stop_duration=${frozenTail}`,
        ]
      : []
  const finish = [
    counterFilter,
    ...freeze,
    `trim=duration=${film.seconds}`,
    `fps=${frameRate}`,
    'scale=out_range=tv:out_color_matrix=bt709',
    'format=yuv420p',
  ]
  return [
    ...parts,
    `${joined}concat=n=${scenes}[scenes]`,
    'movie=title.png[title]',
    '[scenes][title]overlay=x=W*0.07:y=H-h-H*0.09[titled]',
    ...(blackHead > 0
      ? [
          `color=black:s=${width}x${height}:r=${frameRate}:d=${blackHead},format=yuv420p[black]`,
          '[black][titled]concat=n=2[whole]',
        ]
      : ['[titled]null[whole]']),
    `[whole]${finish.join(',')}`,
  ].join(';')
}

/** The disc takes a different path through each scene. */
function scene(film: DemoFilm, n: number, seconds: number): string {
  const { width, height, frameRate, look } = film
  const share = `(t/${seconds})`
  const paths = [
    [`W*(0.1+0.6*${share})`, `H*(0.42-0.3*sin(3.1*${share}))`],
    [`W*(0.72-0.5*${share})`, `H*(0.1+0.3*${share})`],
    [`W*(0.4+0.2*cos(6.2*${share}))`, `H*(0.3+0.2*sin(6.2*${share}))`],
  ]
  const [x, y] = paths[n % paths.length]!
  return [
    `${look ? drawing(film, n, seconds) : background(n, width, height, frameRate, seconds)}[ground${n}]`,
    `movie=disc.png[disc${n}]`,
    `[ground${n}][disc${n}]overlay=x='${x}':y='${y}'[scene${n}]`,
  ].join(';')
}

export const sceneFile = (n: number) => `scene-${n}.png`

/** A drawing that is larger than the frame. The camera pans over it, to the other side each time. */
function drawing({ width, height, frameRate }: DemoFilm, n: number, seconds: number): string {
  const [num, den] = frameRate.split('/').map(Number) as [number, number]
  const share = `min(1,t/${seconds})`
  const pan = n % 2 ? `1-${share}` : share
  const even = (length: number) => 2 * Math.round((length * 1.12) / 2)
  return [
    `movie=${sceneFile(n)}`,
    `scale=${even(width)}:${even(height)}:flags=bilinear:out_range=tv:out_color_matrix=bt709`,
    'format=yuv420p',
    'loop=loop=-1:size=1',
    `settb=${den}/${num}`,
    'setpts=N',
    `fps=${frameRate}`,
    `trim=end_frame=${Math.round((seconds * num) / den)}`,
    `crop=${width}:${height}:(in_w-out_w)*(${pan.replaceAll(',', '\\,')}):(in_h-out_h)/2`,
    'setsar=1',
  ].join(',')
}

export function soundGraph({ sound, seconds, scenes, blackHead = 0 }: DemoFilm): string {
  if (sound === 'silent') return `anullsrc=r=${SAMPLE_RATE}:cl=stereo:d=${seconds}`
  const [left, right] =
    sound === 'tones'
      ? [tones(220, seconds / scenes), tones(221, seconds / scenes)]
      : [SYLLABLES, SYLLABLES]
  return [
    `aevalsrc='${left}|${right}':c=stereo:s=${SAMPLE_RATE}:d=${seconds}`,
    `volume='if(lt(t,${blackHead}),0,1)':eval=frame`,
  ].join(',')
}

/** A fifth, struck twice a second, whose pitch changes with the scene. */
function tones(hertz: number, sceneSeconds: number): string {
  const pitch = `t*${hertz}*pow(1.2,mod(floor(t/${sceneSeconds}),5))`
  return `0.22*exp(-3*mod(t,0.5))*(sin(2*PI*${pitch})+0.6*sin(3*PI*${pitch}))`
}

/** A voice that rises and falls, with four syllables a second and pauses for breath. */
const SYLLABLES = [
  '0.3*(sin(2*PI*t*130+3*sin(2*PI*0.7*t))+0.5*sin(4*PI*t*130+6*sin(2*PI*0.7*t))',
  '+0.4*sin(2*PI*t*720)*sin(2*PI*t*130)+0.2*sin(2*PI*t*1900)*sin(2*PI*t*130))',
  '*pow(max(0,sin(2*PI*3.8*t+sin(2*PI*0.9*t))),0.6)*gt(mod(t,3.1),0.7)',
].join('')
