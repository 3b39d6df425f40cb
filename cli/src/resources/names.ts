// The resources as help names them. Their endpoints and columns are in the other files of this
// folder, their flags in flags.json: help needs neither.

/** Words for help. `sample` is an id or slug; `list`, `create` and `edit` are example flags. */
type ResourceHelp = {
  singular: string
  description: string
  sample: string
  list: string
  create?: string
  edit?: string
}

const ID = '6918a2f0c3d4e5f60718293a'

export const RESOURCES = {
  studios: {
    singular: 'studio',
    description: 'The studios you belong to',
    sample: 'lanternfold',
    list: '--all',
    create: '--name "Night Ferry"',
    edit: '--set settings.leadTimeHours=48',
  },
  projects: {
    singular: 'project',
    description: 'Films and series',
    sample: 'the-salt-almanac',
    list: '--status active --order name',
    create: '--studio lanternfold --name "The Salt Almanac"',
    edit: '--release 2027-03-01T20:00 --tz Europe/Berlin',
  },
  assets: {
    singular: 'asset',
    description: 'Trailers, spots, posters and other assets of a project',
    sample: 'almanac-season-trailer',
    list: '--project the-salt-almanac --order name',
    create: '--project the-salt-almanac --name "Teaser 2" --type promo --set usage.online=true',
    edit: '--set workflow.phase=LOCK --reason "picture is locked"',
  },
  files: {
    singular: 'file',
    description: 'Records of files; use upload and download for their bytes',
    sample: ID,
    list: '--asset almanac-season-trailer --tag audio',
    create: '--asset almanac-season-trailer --name mix.wav',
    edit: '--tags audio,final --set embargo.end=2027-03-01',
  },
  requests: {
    singular: 'request',
    description: 'Localization work requests',
    sample: ID,
    list: '--status in-progress,for-review --territory DE --order due',
    create: '--asset almanac-season-trailer --territory DE --language deu',
    edit: '--instructions "Keep the title card."',
  },
  translations: {
    singular: 'translation',
    description: 'Translations of work requests; use translate for their lines',
    sample: ID,
    list: '--status incomplete --language deu',
    create: `--work-request ${ID} --asset almanac-season-trailer --language deu`,
    edit: '--translator tomoko@example.com',
  },
  offlines: {
    singular: 'offline',
    description: 'Offline versions for review',
    sample: ID,
    list: '--asset almanac-season-trailer',
    create: `--work-request ${ID} --file ${ID}`,
    edit: '--decision rejected --code timing --reason "the last line comes late"',
  },
  downloads: {
    singular: 'download',
    description: 'The log of downloads',
    sample: ID,
    list: '--user me --created 2026-11-01-',
    create: `--files ${ID}`,
  },
  notifications: {
    singular: 'notification',
    description: 'Your notifications',
    sample: ID,
    list: '--read false',
    edit: '--read true',
  },
  users: {
    singular: 'user',
    description: 'The users you can see',
    sample: ID,
    list: '--role translator --order name',
    create:
      '--email-normal tomoko@example.com --name Tomoko --roles translator --studios lanternfold',
    edit: '--roles translator,vendor',
  },
} satisfies Record<string, ResourceHelp>

export type ResourceName = keyof typeof RESOURCES
export const VERBS = ['list', 'show', 'create', 'edit'] as const
export type Verb = (typeof VERBS)[number]
