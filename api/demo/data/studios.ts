// The organizations of the demo. Studios, vendors and addresses are invented; the territories are
// real.
import type { BodyOf } from '../../src/kernel/http/contract/endpoint.ts'
import type { createGroup } from '../../src/groups/contract.ts'
import type { createStudio } from '../../src/studios/contract.ts'
import type { createTerritory } from '../../src/territories/contract.ts'

export const STUDIOS = {
  lanternfold: {
    name: 'Lanternfold Pictures',
    slug: 'lanternfold',
    settings: {
      leadTimeHours: 24,
      rateCard: {
        perMinute: '38.50',
        perUse: '27.00',
        languages: { jpn: '1.45', kor: '1.40', ara: '1.25', hin: '1.10', swe: '1.20' },
      },
    },
  },
  pebble: {
    name: 'Pebble & Thunder Animation',
    slug: 'pebble-thunder',
    settings: { leadTimeHours: 48, watermark: true },
  },
} satisfies Record<string, BodyOf<typeof createStudio>>
export type StudioKey = keyof typeof STUDIOS

const language = (code: string, name: string, dcpCode: string) => ({ code, name, dcpCode })
const country = (code: string, name: string) => ({ code, name })

export const TERRITORIES: BodyOf<typeof createTerritory>[] = [
  {
    code: 'DE',
    name: 'Germany and Austria',
    standard: 'PAL',
    countries: [country('DE', 'Germany'), country('AT', 'Austria')],
    languages: [language('deu', 'German', 'DE')],
  },
  {
    code: 'FR',
    name: 'France',
    standard: 'PAL',
    countries: [country('FR', 'France')],
    languages: [language('fra', 'French', 'FR')],
  },
  {
    code: 'PL',
    name: 'Poland',
    standard: 'PAL',
    countries: [country('PL', 'Poland')],
    languages: [language('pol', 'Polish', 'PL')],
  },
  {
    code: 'NRD',
    name: 'Nordics',
    standard: 'PAL',
    countries: [
      country('SE', 'Sweden'),
      country('NO', 'Norway'),
      country('DK', 'Denmark'),
      country('FI', 'Finland'),
    ],
    languages: [
      language('swe', 'Swedish', 'SV'),
      language('nor', 'Norwegian', 'NB'),
      language('dan', 'Danish', 'DA'),
      language('fin', 'Finnish', 'FI'),
    ],
  },
  {
    code: 'TR',
    name: 'Türkiye',
    standard: 'PAL',
    countries: [country('TR', 'Türkiye')],
    languages: [language('tur', 'Turkish', 'TR')],
  },
  {
    code: 'MEN',
    name: 'Middle East and North Africa',
    standard: 'PAL',
    countries: [
      country('AE', 'United Arab Emirates'),
      country('EG', 'Egypt'),
      country('MA', 'Morocco'),
      country('SA', 'Saudi Arabia'),
    ],
    languages: [language('ara', 'Arabic', 'AR')],
  },
  {
    code: 'IN',
    name: 'India',
    standard: 'PAL',
    countries: [country('IN', 'India')],
    languages: [
      language('hin', 'Hindi', 'HI'),
      language('tam', 'Tamil', 'TA'),
      language('tel', 'Telugu', 'TE'),
    ],
  },
  {
    code: 'JP',
    name: 'Japan',
    standard: 'NTSC',
    countries: [country('JP', 'Japan')],
    languages: [language('jpn', 'Japanese', 'JA')],
  },
  {
    code: 'KR',
    name: 'Korea',
    standard: 'NTSC',
    countries: [country('KR', 'Korea')],
    languages: [language('kor', 'Korean', 'KO')],
  },
  {
    code: 'BR',
    name: 'Brazil',
    standard: 'NTSC',
    countries: [country('BR', 'Brazil')],
    languages: [language('por', 'Brazilian Portuguese', 'PT-BR')],
  },
  {
    code: 'LAT',
    name: 'Latin America',
    standard: 'NTSC',
    countries: [
      country('MX', 'Mexico'),
      country('AR', 'Argentina'),
      country('CO', 'Colombia'),
      country('CL', 'Chile'),
    ],
    languages: [language('spa', 'Latin American Spanish', 'ES-419')],
  },
  {
    code: 'ZA',
    name: 'South Africa',
    standard: 'PAL',
    countries: [country('ZA', 'South Africa')],
    languages: [language('zul', 'Zulu', 'ZU'), language('afr', 'Afrikaans', 'AF')],
  },
]

/** The time zone of each territory. Due dates are in this zone. */
export const ZONES: Record<string, string> = {
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  PL: 'Europe/Warsaw',
  NRD: 'Europe/Stockholm',
  TR: 'Europe/Istanbul',
  MEN: 'Asia/Dubai',
  IN: 'Asia/Kolkata',
  JP: 'Asia/Tokyo',
  KR: 'Asia/Seoul',
  BR: 'America/Sao_Paulo',
  LAT: 'America/Mexico_City',
  ZA: 'Africa/Johannesburg',
}

type Group = Omit<BodyOf<typeof createGroup>, 'studios' | 'users'> & { studio: StudioKey }

export const GROUPS = {
  desk: { studio: 'lanternfold', name: 'Localization desk', type: 'sd' },
  emea: {
    studio: 'lanternfold',
    name: 'Regional contacts, Europe, Middle East and Africa',
    type: 'rc',
  },
  world: { studio: 'lanternfold', name: 'Regional contacts, Asia and the Americas', type: 'rc' },
  tidal: {
    studio: 'lanternfold',
    name: 'Tidal Post',
    type: 'v',
    addresses: [
      {
        name: 'Tidal Post, vault',
        address: 'Zilverduinkade 14',
        city: 'Rotterdam',
        postalCode: '3000 ZZ',
        country: 'NL',
      },
    ],
  },
  kettle: {
    studio: 'lanternfold',
    name: 'Kettle & Reed Audio',
    type: 'v',
    addresses: [
      {
        name: 'Kettle & Reed, studio 2',
        address: '7 Palm Nut Close',
        city: 'Accra',
        country: 'GH',
      },
    ],
  },
  northlight: { studio: 'pebble', name: 'Northlight Dubs', type: 'v' },
} satisfies Record<string, Group>
export type GroupKey = keyof typeof GROUPS
