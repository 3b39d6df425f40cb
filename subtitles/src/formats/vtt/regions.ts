// Region definitions (https://www.w3.org/TR/webvtt1/#regions) and the colours of style sheets.
import { parseColour } from '../../colours.ts'
import { excerpt } from '../report.ts'

/** The height of a row in percent of the picture. */
export const ROW_HEIGHT = 5.33

/** Percentages, except for the number of lines. */
export type VttRegion = {
  width: number
  lines: number
  regionAnchor: [number, number]
  viewportAnchor: [number, number]
}

const KNOWN_SETTING =
  /^(?:id:\S+|width:[\d.]+%|lines:\d+|(?:region|viewport)anchor:[\d.]+%,[\d.]+%|scroll:up)$/
const PAIR = /^(\d{1,3}(?:\.\d{1,6})?)%,(\d{1,3}(?:\.\d{1,6})?)%$/

/** The lines after REGION. */
export function readRegion(lines: readonly string[]): {
  id: string
  region: VttRegion
  losses: string[]
} {
  const settings = new Map(
    lines
      .flatMap((line) => line.split(/[ \t]+/))
      .filter((setting) => setting.includes(':'))
      .map((setting): [string, string] => {
        const colon = setting.indexOf(':')
        return [setting.slice(0, colon), setting.slice(colon + 1)]
      }),
  )
  const pair = (name: string, fallback: [number, number]): [number, number] => {
    const [, across, down] = PAIR.exec(settings.get(name) ?? '') ?? []
    return across === undefined ? fallback : [Number(across), Number(down)]
  }
  const width = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(settings.get('width') ?? '')?.[1]
  return {
    id: settings.get('id') ?? '',
    region: {
      width: width === undefined ? 100 : Number(width),
      lines: Number(/^\d{1,3}$/.exec(settings.get('lines') ?? '3')?.[0] ?? 3),
      regionAnchor: pair('regionanchor', [0, 100]),
      viewportAnchor: pair('viewportanchor', [0, 100]),
    },
    losses: [
      ...(settings.get('scroll') === 'up' ? ['The scrolling of a region'] : []),
      ...lines
        .flatMap((line) => line.split(/[ \t]+/))
        .filter((setting) => setting !== '' && !KNOWN_SETTING.test(setting))
        .map((setting) => `The setting ${excerpt(setting)}`),
    ],
  }
}

export function regionEdges({ width, lines, regionAnchor, viewportAnchor }: VttRegion) {
  const height = lines * ROW_HEIGHT
  const top = viewportAnchor[1] - (regionAnchor[1] * height) / 100
  return {
    left: viewportAnchor[0] - (regionAnchor[0] * width) / 100,
    width,
    bottom: top + height,
  }
}

const RULE = /::cue\([a-z]{0,10}\.([\w-]{1,60})\)[ \t\n]*\{([^{}]*)\}/g
const COLOUR = /^color[ \t\n]*:([^;:]*);?$/

/** The colours of classes, and what else the style sheet has. */
export function readStyleSheet(sheet: string): {
  colours: Map<string, string>
  rest: string
} {
  const colours = new Map<string, string>()
  const rest = sheet.replace(RULE, (rule, name: string, body: string) => {
    const colour = parseColour(COLOUR.exec(body.trim())?.[1]?.trim() ?? '')
    if (colour === undefined) return rule
    colours.set(name, colour)
    return ''
  })
  return { colours, rest: rest.trim() }
}

/** Classes that need no style sheet (https://www.w3.org/TR/webvtt1/#default-text-color). */
export const CLASS_COLOURS: ReadonlyMap<string, string> = new Map(
  ['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'].map((name) => [
    name,
    parseColour(name)!,
  ]),
)
const CLASS_NAMES = new Map([...CLASS_COLOURS].map(([name, colour]) => [colour, name]))

/** The class of a colour. Those without a name of their own need a style sheet. */
export const classOf = (colour: string): string =>
  CLASS_NAMES.get(colour) ?? `colour-${colour.slice(1)}`

export const writeStyleSheet = (colours: Iterable<string>): string[] =>
  [...colours]
    .filter((colour) => !CLASS_NAMES.has(colour))
    .map((colour) => `::cue(.${classOf(colour)}) { color: ${colour}; }`)
