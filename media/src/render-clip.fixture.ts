// Renders a film of gradients with hard cuts and sound that can be measured.
import { film as encode } from './test-media.fixture.ts'

export type Clip = {
  /** File name with extension: 'trailer.mp4'. */
  name: string
  seconds: number
  width: number
  height: number
  frameRate: '24/1' | '25/1' | '30/1' | '50/1' | '24000/1001' | '30000/1001'
  /** Clips with other titles have other colours. */
  title: string
  /** Number of scenes, with hard cuts between them. */
  scenes: number
  sound: 'tones' | 'speech-like' | 'silent'
  /** Seconds of black before the first scene. */
  blackHead?: number
  /** Seconds for which the last frame is frozen. */
  frozenTail?: number
  /** Timecode of the first frame, '01:00:00:00'. */
  timecode?: string
}

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

/** The path of the film, in a folder that is removed after the test. */
export function renderClip(t: Parameters<typeof encode>[0], clip: Clip): Promise<string> {
  const rate = clip.frameRate.split('/').map(Number) as [number, number]
  return encode(t, {
    name: clip.name,
    format: 'mp4',
    options: { movflags: '+faststart' },
    picture: pictureGraph(clip),
    sound: soundGraph(clip),
    picks: {
      gop: Math.round((2 * rate[0]) / rate[1]),
      videoOptions: { preset: 'veryfast', crf: 20, sc_threshold: 0 },
    },
    ...(clip.timecode && { timecode: { first: clip.timecode, rate } }),
  })
}

/** Black, then the scenes, then the last frame held. */
function pictureGraph(clip: Clip): string {
  const { width, height, frameRate, scenes, blackHead = 0, frozenTail = 0 } = clip
  const seconds = clip.seconds - blackHead - frozenTail
  const parts = Array.from({ length: scenes }, (_, n) => sceneGraph(clip, n, seconds / scenes))
  if (blackHead > 0)
    parts.unshift(`color=black:s=${width}x${height}:r=${frameRate}:d=${blackHead},format=yuv420p`)
  const joined = parts.map((_, n) => `[part${n}]`).join('')
  const finish = [
    ...(frozenTail > 0
      ? [
          `trim=duration=${clip.seconds - frozenTail}`,
          `tpad=stop_mode=clone:stop_duration=${frozenTail}`,
        ]
      : []),
    `trim=duration=${clip.seconds}`,
    `fps=${frameRate}`,
  ]
  return [
    ...parts.map((part, n) => `${part}[part${n}]`),
    `${joined}concat=n=${parts.length},${finish.join(',')}`,
  ].join(';')
}

/** A box moves over a gradient, along another path in each scene. */
function sceneGraph({ width, height, frameRate, title }: Clip, n: number, seconds: number): string {
  const offset = [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const [from, to, type] = PALETTES[(n + offset) % PALETTES.length]!
  // Generated at a third of the size and enlarged: a ninth of the time, and a gradient loses nothing.
  const size = `${Math.max(16, Math.round(width / 3))}x${Math.max(16, Math.round(height / 3))}`
  const side = 2 * Math.round(Math.min(width, height) * 0.12)
  const share = `(t/${seconds})`
  const paths = [
    [`W*(0.1+0.6*${share})`, `H*(0.42-0.3*sin(3.1*${share}))`],
    [`W*(0.72-0.5*${share})`, `H*(0.1+0.3*${share})`],
    [`W*(0.4+0.2*cos(6.2*${share}))`, `H*(0.3+0.2*sin(6.2*${share}))`],
  ]
  const [x, y] = paths[n % paths.length]!
  return [
    `gradients=s=${size}:c0=${from}:c1=${to}:n=2:type=${type}:speed=0.008:seed=${n + offset}:r=${frameRate}:d=${seconds}`,
    `,scale=${width}:${height}:flags=bilinear:out_range=tv:out_color_matrix=bt709`,
    `,setsar=1,format=yuv420p[ground${n}];`,
    `color=white:s=${side}x${side}:r=${frameRate}:d=${seconds}[box${n}];`,
    `[ground${n}][box${n}]overlay=x='${x}':y='${y}'`,
  ].join('')
}

function soundGraph({ sound, seconds, scenes, blackHead = 0 }: Clip): string {
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
