// Who works at the demo studio. Everyone is invented, and every address ends in .example, where no
// mail can arrive.
import type { Role } from '../../src/access/rules.ts'
import type { DEMO_TASKS } from '../../src/sso/contract.ts'
import type { GroupKey, StudioKey } from './studios.ts'

/** One for all of them, and printed at every start: it protects nothing. */
export const DEMO_PASSWORD = 'Reelay-demo-2026'

type Somebody = {
  studio: StudioKey
  name: string
  email: string
  role: Role
  territory?: string
  groups?: GroupKey[]
}

const office = (name: string, email: string): Somebody => ({
  studio: 'lanternfold',
  name,
  email: `${email}@lanternfold.example`,
  role: 'studio',
  groups: ['desk'],
})
const orders = (territory: string, group: GroupKey, name: string, email: string): Somebody => ({
  studio: 'lanternfold',
  name,
  email: `${email}@lanternfold.example`,
  role: 'territory',
  territory,
  groups: [group],
})
const works = (group: GroupKey, name: string, email: string): Somebody => ({
  studio: 'lanternfold',
  name,
  email,
  role: 'vendor',
  groups: [group],
})
const translates = (name: string, email: string): Somebody => ({
  studio: 'lanternfold',
  name,
  email: `${email}@words.example`,
  role: 'translator',
})

const everyone = {
  oluwaseun: office('Olúwaṣeun Adékárìmí', 'oluwaseun'),
  mirela: office('Mirela Dăncovescu', 'mirela'),
  jonah: office('Jonah Whitterby', 'jonah'),

  annegret: orders('DE', 'emea', 'Annegret Tannhübel', 'annegret'),
  solene: orders('FR', 'emea', 'Solène Quivrelac', 'solene'),
  dobrawa: orders('PL', 'emea', 'Dobrawa Gruszkowiec', 'dobrawa'),
  asa: orders('NRD', 'emea', 'Åsa Fjällstenius', 'asa'),
  gulbahar: orders('TR', 'emea', 'Gülbahar Denizkuşu', 'gulbahar'),
  layan: orders('MEN', 'emea', 'ليان القمرواني', 'layan'),
  thandeka: orders('ZA', 'emea', 'Thandeka Mvulazi', 'thandeka'),
  meenal: orders('IN', 'world', 'मीनल तारकेशी', 'meenal'),
  haruka: orders('JP', 'world', '水ノ川 遥', 'haruka'),
  narae: orders('KR', 'world', '고나래온', 'narae'),
  thais: orders('BR', 'world', 'Thaís Ipêverde', 'thais'),
  citlali: orders('LAT', 'world', 'Citlali Montesereno', 'citlali'),

  piet: works('tidal', 'Pieter van den Zilverduin', 'piet@tidalpost.example'),
  rosalba: works('tidal', 'Rosalba Fiorentuoni', 'rosalba@tidalpost.example'),
  kwame: works('kettle', 'Kwame Boadunsu', 'kwame@kettleandreed.example'),

  lieselotte: translates('Lieselotte Ährenkamp', 'lieselotte'),
  corentin: translates('Corentin Bellaroche', 'corentin'),
  kanade: translates('雲井沢 奏', 'kanade'),
  idris: translates('إدريس السندباني', 'idris'),
  kavya: translates('काव्या मेघसागरी', 'kavya'),
  iracema: translates('Iracema Jatobá-Luz', 'iracema'),
  bogna: translates('Bogna Makówczanka', 'bogna'),

  ilse: {
    studio: 'lanternfold',
    name: 'Ilse Marrowby',
    email: 'ilse@harbourfestival.example',
    role: 'guest',
  },
  robot: {
    studio: 'lanternfold',
    name: 'Ingest robot',
    email: 'robot@lanternfold.example',
    role: 'service',
  },

  fenella: {
    studio: 'pebble',
    name: 'Fenella Quaddick',
    email: 'fenella@pebblethunder.example',
    role: 'studio',
  },
  mateo: {
    studio: 'pebble',
    name: 'Mateo Riocalmo',
    email: 'mateo@pebblethunder.example',
    role: 'territory',
    territory: 'LAT',
  },
  sunniva: {
    studio: 'pebble',
    name: 'Sunniva Bjørkelånd',
    email: 'sunniva@northlight.example',
    role: 'vendor',
    groups: ['northlight'],
  },
} satisfies Record<string, Somebody>

export type PersonKey = keyof typeof everyone
export const PEOPLE: Record<PersonKey, Somebody> = everyone

/** The manager of each studio: the admin invites them, and they invite the others. */
export const HEADS: Record<StudioKey, PersonKey> = { lanternfold: 'oluwaseun', pebble: 'fenella' }

export type DemoExample = { key: PersonKey; what: string; task: (typeof DEMO_TASKS)[number] }
/** One for each side of the work, for the sign-in page and the start. Each has a task. */
export const EXAMPLES: DemoExample[] = [
  {
    key: 'oluwaseun',
    what: 'producer at the studio: an order waits for a decision',
    task: 'decide-order',
  },
  {
    key: 'annegret',
    what: 'orders for Germany: a version waits for approval',
    task: 'approve-version',
  },
  { key: 'piet', what: 'vendor: a version waits to be uploaded', task: 'upload-version' },
  { key: 'kanade', what: 'translates into Japanese: two lines are missing', task: 'finish-lines' },
  {
    key: 'citlali',
    what: 'reviews for Latin America: a version follows a new cut',
    task: 'review-version',
  },
]
