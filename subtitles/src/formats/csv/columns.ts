export const COLUMNS = [
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
export type CsvColumn = (typeof COLUMNS)[number]

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
  textAlign: ['textalign', 'textalignment', 'align', 'horizontal', 'justify'],
}

const BY_NAME = new Map(
  COLUMNS.flatMap((column) => NAMES[column].map((name): [string, CsvColumn] => [name, column])),
)

export const findColumn = (heading: string): CsvColumn | undefined =>
  BY_NAME.get(heading.toLowerCase().replace(/[^a-z#]/g, ''))
