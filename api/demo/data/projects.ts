// The projects and workflows of the demo. No title is a real one.
import type { Definition, Phase } from '../../src/workflows/contract.ts'
import type { PersonKey } from './people.ts'
import type { GroupKey, StudioKey } from './studios.ts'
import type { ScriptKey } from './scripts.ts'

type Project = {
  studio: StudioKey
  name: string
  slug: string
  script: ScriptKey
  description: string
  by: PersonKey
  began: number
  release: { inDays: number; tz: string } | null
}

/** `began` and all other days count back from the day the demo is loaded. */
export const PROJECTS = {
  velmarra: {
    studio: 'lanternfold',
    name: 'Seven Kites over Velmarra',
    slug: 'seven-kites-over-velmarra',
    script: 'velmarra',
    by: 'oluwaseun',
    began: 352,
    description: 'Feature film. A town hangs from seven kites, and one of the ropes is fraying.',
    release: { inDays: 48, tz: 'Europe/Berlin' },
  },
  almanac: {
    studio: 'lanternfold',
    name: 'The Salt Almanac',
    slug: 'the-salt-almanac',
    script: 'almanac',
    by: 'mirela',
    began: 221,
    description: 'Series in eight parts. Every tide writes a page, and somebody has to read it.',
    release: { inDays: 19, tz: 'America/Sao_Paulo' },
  },
  orbit: {
    studio: 'lanternfold',
    name: 'Grandmother Orbit',
    slug: 'grandmother-orbit',
    script: 'orbit',
    by: 'jonah',
    began: 41,
    description: 'Animated feature, in preparation. Supper is at seven, wherever she is.',
    release: null,
  },
  umbrella: {
    studio: 'pebble',
    name: 'Umbrella Parliament',
    slug: 'umbrella-parliament',
    script: 'umbrella',
    by: 'fenella',
    began: 66,
    description: 'Short films for rainy days.',
    release: { inDays: 120, tz: 'America/Mexico_City' },
  },
} satisfies Record<string, Project>
export type ProjectKey = keyof typeof PROJECTS

type Ids = { group: (key: GroupKey) => string; person: (key: PersonKey) => string }

const phase = (description: string, transitions: string[], named: Partial<Phase> = {}): Phase => ({
  groups: [],
  users: [],
  terminal: transitions.length === 0,
  description,
  transitions,
  ...named,
})

/** In addition to the standard workflow of every installation. */
export const WORKFLOWS = {
  early: {
    name: 'Series, subtitles first',
    definition: ({ group }: Ids): Definition => ({
      phases: {
        WIP: phase('Subtitles may be ordered in Europe, the Middle East and Africa', ['LOCK'], {
          groups: [{ id: group('emea'), dng: ['OV', 'Subtitled'], usages: ['online'] }],
        }),
        LOCK: phase('Everything may be ordered', ['FINAL']),
        FINAL: phase('Released', []),
      },
      requireGraphicsApproval: false,
      requireOfflineApproval: true,
    }),
  },
  fast: {
    name: 'Social, without review',
    definition: (): Definition => ({
      phases: { WIP: phase('Being cut', ['FINAL']), FINAL: phase('Posted', []) },
      requireGraphicsApproval: false,
      requireOfflineApproval: false,
    }),
  },
  screening: {
    name: 'Feature, with a screening',
    definition: ({ group, person }: Ids): Definition => {
      const everyRegion = ['emea', 'world'].map((key) => ({
        id: group(key as GroupKey),
        dng: [],
        usages: [],
      }))
      return {
        phases: {
          WIP: phase('Work in progress', ['LOCK']),
          LOCK: phase('Picture is locked; the festival may look', ['FINAL'], {
            groups: everyRegion,
            users: [person('ilse')],
          }),
          FINAL: phase('Released', []),
        },
        requireGraphicsApproval: true,
        requireOfflineApproval: true,
      }
    },
  },
}
export type WorkflowKey = keyof typeof WORKFLOWS
