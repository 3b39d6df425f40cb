// The kinds of record, as help names them. Their endpoints, columns and facts stand in kinds/,
// their flags in flags.json: help needs neither.

/** `sample` stands for one in examples; `list`, `create` and `edit` are the flags of theirs. */
type Named = {
  one: string
  about: string
  sample: string
  list: string
  create?: string
  edit?: string
}

const ID = '6918a2f0c3d4e5f60718293a'

export const KINDS = {
  studios: {
    one: 'studio',
    about: 'The studios you belong to',
    sample: 'lanternfold',
    list: '--all',
    create: '--name "Night Ferry"',
    edit: '--set settings.leadTimeHours=48',
  },
  projects: {
    one: 'project',
    about: 'Films and series',
    sample: 'the-salt-almanac',
    list: '--status active --order name',
    create: '--studio lanternfold --name "The Salt Almanac"',
    edit: '--release 2027-03-01T20:00 --tz Europe/Berlin',
  },
  assets: {
    one: 'asset',
    about: 'Trailers, spots, posters and whatever else belongs to a project',
    sample: 'almanac-season-trailer',
    list: '--project the-salt-almanac --order name',
    create: '--project the-salt-almanac --name "Teaser 2" --type promo --set usage.online=true',
    edit: '--set workflow.phase=LOCK --reason "picture is locked"',
  },
  files: {
    one: 'file',
    about: 'What is known of files; their bytes go by upload and download',
    sample: ID,
    list: '--asset almanac-season-trailer --tag audio',
    create: '--asset almanac-season-trailer --name mix.wav',
    edit: '--tags audio,final --set embargo.end=2027-03-01',
  },
  requests: {
    one: 'request',
    about: 'Localization work requests',
    sample: ID,
    list: '--status in-progress,for-review --territory DE --order due',
    create: '--asset almanac-season-trailer --territory DE --language deu',
    edit: '--instructions "Keep the title card."',
  },
  translations: {
    one: 'translation',
    about: 'Translations of work requests; their lines go by translate',
    sample: ID,
    list: '--status incomplete --language deu',
    create: `--work-request ${ID} --asset almanac-season-trailer --language deu`,
    edit: '--translator tomoko@example.com',
  },
  offlines: {
    one: 'offline',
    about: 'Versions for review',
    sample: ID,
    list: '--asset almanac-season-trailer',
    create: `--work-request ${ID} --file ${ID}`,
    edit: '--decision rejected --code timing --reason "the last line comes late"',
  },
  downloads: {
    one: 'download',
    about: 'Who downloaded what',
    sample: ID,
    list: '--user me --created 2026-11-01-',
    create: `--files ${ID}`,
  },
  notifications: {
    one: 'notification',
    about: 'What you have been told',
    sample: ID,
    list: '--read false',
    edit: '--read true',
  },
  users: {
    one: 'user',
    about: 'The people you can see',
    sample: ID,
    list: '--role translator --order name',
    create:
      '--email-normal tomoko@example.com --name Tomoko --roles translator --studios lanternfold',
    edit: '--roles translator,vendor',
  },
} satisfies Record<string, Named>

export type KindName = keyof typeof KINDS
export const VERBS = ['list', 'show', 'create', 'edit'] as const
export type Verb = (typeof VERBS)[number]
