import type { Cue } from '../../cue.ts'

const COLUMNS = [
  'id',
  'in',
  'out',
  'source',
  'target',
  'budget',
  'note',
  'still',
  'alignment',
  'textAlign',
] as const
/** Written only where a cue has one. */
const EXTRA_COLUMNS = ['x', 'y', 'writingMode', 'direction', 'speaker', 'kind'] as const
export type CsvColumn = (typeof COLUMNS | typeof EXTRA_COLUMNS)[number]
const ALL_COLUMNS: readonly CsvColumn[] = [...COLUMNS, ...EXTRA_COLUMNS]

export const columnsFor = (cues: readonly Cue[]): CsvColumn[] => [
  ...COLUMNS,
  ...EXTRA_COLUMNS.filter((column) => cues.some((cue) => cue[column] !== undefined)),
]

/** Other names for the columns, in lower case, letters only. */
const NAMES: Record<CsvColumn, string[]> = {
  id: ['id', '#', 'no', 'nr', 'number', 'name', 'item', 'card', 'cardid', 'cue'],
  in: ['in', 'tcin', 'timein', 'intime', 'timecodein', 'start', 'starttime', 'begin', 'from'],
  out: ['out', 'tcout', 'timeout', 'outtime', 'timecodeout', 'stop', 'end', 'endtime', 'to'],
  source: ['source', 'sourcetext', 'original', 'originaltext', 'english', 'ov'],
  target: [
    'target',
    'targettext',
    'text',
    'translation',
    'translated',
    'dialogue',
    'dialog',
    'caption',
    'subtitle',
    'localized',
    'localised',
  ],
  budget: [
    'budget',
    'max',
    'maxchars',
    'maxcharacters',
    'maxlength',
    'chars',
    'characters',
    'limit',
  ],
  note: ['note', 'notes', 'comment', 'comments', 'remark', 'remarks'],
  still: ['still', 'stills', 'image', 'picture', 'screenshot', 'thumbnail'],
  alignment: ['alignment', 'position', 'vertical'],
  x: ['x', 'xpercent'],
  y: ['y', 'ypercent'],
  writingMode: ['writingmode'],
  direction: ['direction'],
  speaker: ['speaker', 'actor', 'voice'],
  kind: ['kind', 'kindofline'],
  textAlign: ['textalign', 'textalignment', 'align', 'horizontal', 'justify'],
}

const BY_NAME = new Map(
  ALL_COLUMNS.flatMap((column) => NAMES[column].map((name): [string, CsvColumn] => [name, column])),
)

export const findColumn = (heading: string): CsvColumn | undefined =>
  BY_NAME.get(heading.toLowerCase().replace(/[^a-z#]/g, ''))
