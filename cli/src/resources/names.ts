// The resources as help names them. Their endpoints and columns are in the other files of this
// folder, their flags in flags.json: help needs neither.

/**
 * Words for help. `sample` is an id or slug; `list`, `create` and `edit` are example flags.
 * `parent`: the record that its URL contains, such as the work request of a comment.
 */
export type ResourceHelp = {
  singular: string
  description: string
  sample: string
  parent?: { argument: string; description: string; sample: string }
  list: string
  create?: string
  edit?: string
}

const ID = '6918a2f0c3d4e5f60718293a'

const REQUEST = { argument: '<request>', description: 'id of the work request', sample: ID }

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
  groups: {
    singular: 'group',
    description: 'Vendors, departments and regional contacts',
    sample: ID,
    list: '--all',
    create: '--name "Northern Subtitles" --type v --studios lanternfold',
    edit: '--name "Southern Subtitles"',
  },
  territories: {
    singular: 'territory',
    description: 'Territories with their languages',
    sample: 'DE',
    list: '--search Germany',
    create: '--name Iceland --code IS --standard PAL',
    edit: '--standard PAL',
  },
  workflows: {
    singular: 'workflow',
    description: 'Phases of assets, and who may order in each',
    sample: ID,
    list: '--all',
    create: '--name Teasers --body workflow.json',
    edit: '--name "Teasers 2027"',
  },
  'asset-types': {
    singular: 'asset type',
    description: 'Types of assets, such as trailer or poster',
    sample: 'trailer',
    list: '--all',
    create: '--name "Vertical teaser" --category av --media-type video',
    edit: '--name Teaser',
  },
  scripts: {
    singular: 'script',
    description: 'Dialogue scripts and graphics lists of assets',
    sample: ID,
    list: '--asset almanac-season-trailer',
    create: '--asset almanac-season-trailer --part dialogue --language eng',
    edit: '--language eng',
  },
  previews: {
    singular: 'preview',
    description: 'Previews of assets',
    sample: ID,
    list: '--asset almanac-season-trailer',
    create: `--asset almanac-season-trailer --file ${ID} --label "First cut"`,
    edit: '--label "Second cut"',
  },
  shares: {
    singular: 'share',
    description: 'Links for people without an account',
    sample: ID,
    list: '--state active',
    create: `--kind delivery --subject ${ID} --recipients ada@press.example,bo@press.example`,
  },
  comments: {
    singular: 'comment',
    description: 'Comments on a work request',
    parent: REQUEST,
    sample: ID,
    list: '--all',
    create: '--text "Please keep the title."',
    edit: '--text "Please keep the title card."',
  },
  'offline-comments': {
    singular: 'comment',
    description: 'Comments on a frame or a range of an offline',
    parent: { argument: '<offline>', description: 'id of the offline', sample: ID },
    sample: ID,
    list: '--resolved false',
    create: '--frame 240 --text "The sign is not translated."',
    edit: '--set resolved=true',
  },
  memory: {
    singular: 'unit',
    description: 'The translation memory',
    sample: ID,
    list: '--studio lanternfold --language deu --search ferry',
  },
  terms: {
    singular: 'term',
    description: 'Terms, names, titles and dates of a project',
    parent: {
      argument: '<project>',
      description: 'id or slug of the project',
      sample: 'the-salt-almanac',
    },
    sample: ID,
    list: '--language deu',
    create: '--kind name --source "Night Ferry" --language deu --target Nachtfähre',
    edit: '--target Nachtboot',
  },
  webhooks: {
    singular: 'webhook',
    description: 'Webhooks of your studios, and tests of a receiver',
    sample: ID,
    list: '--studio lanternfold',
    create: '--studio lanternfold --url https://hooks.example.com/reelay --types wsu,wco',
    edit: '--active false',
  },
  deliveries: {
    singular: 'delivery',
    description: 'Deliveries of a webhook',
    parent: { argument: '<webhook>', description: 'id of the webhook', sample: ID },
    sample: ID,
    list: '--status failed',
  },
  tokens: {
    singular: 'token',
    description: 'Your tokens',
    sample: ID,
    list: '--all',
    create: '--name "Nightly pull" --set scope.access=read',
  },
  audit: {
    singular: 'entry',
    description: 'The audit log',
    sample: ID,
    list: '--studio lanternfold --created 2026-11-01-',
  },
} satisfies Record<string, ResourceHelp>

export type ResourceName = keyof typeof RESOURCES
export const VERBS = ['list', 'show', 'create', 'edit', 'delete'] as const
export type Verb = (typeof VERBS)[number]
