// Creates the fixtures through the API: a studio with users, and one active work request.
import { createClient, type Call } from '@reelay/client'
import {
  access,
  assets,
  files,
  groups,
  type lines,
  previews,
  projects,
  sessions,
  studios,
  territories,
  translations,
  users,
  workrequests,
} from '@reelay/api/contract'
import { ADMIN } from '../../api/test/service.ts'
import { GERMANY } from '../../api/test/territories.ts'

export type Person = { email: string; token: string; call: Call }
export type BenchFixtures = {
  reader: Person
  vendor: Person
  translator: Person
  guest: { email: string; password: string }
  studio: string
  asset: string
  request: string
  order: workrequests.NewWorkRequest
}

export const PASSWORD = 'Measured-twice-cut-once-7'

export async function createFixtures(address: string): Promise<BenchFixtures> {
  const { admin, studio, orders, reader, vendor, translator } = await createStudio(address)
  const project = await admin.call(projects.createProject, {
    body: { name: 'The Cartographer of Salt', slug: 'salt', studio },
  })
  const asset = await admin.call(assets.createAsset, {
    body: {
      name: 'International trailer B',
      slug: 'salt-trailer-b',
      project: project._id,
      type: 'trailer.intl',
      aspectRatio: '2.39:1',
      usage: { broadcast: true, online: true, dcp: true },
    },
  })
  const order = newOrder(asset._id)
  const request = await createActiveRequest({ orders, vendor, translator }, asset._id, order)
  // Orders of the benchmark go to another asset: the measured one must not get ten thousand of
  // them.
  const other = await admin.call(assets.createAsset, {
    body: {
      name: 'Teaser',
      slug: 'salt-teaser',
      project: project._id,
      type: 'trailer.intl',
      usage: { broadcast: true, online: true },
    },
  })
  return {
    reader,
    vendor,
    translator,
    guest: { email: 'guest@northlight.example', password: PASSWORD },
    studio,
    asset: asset._id,
    request,
    order: { ...order, asset: other._id },
  }
}

type Studio = { admin: Person; studio: string; orders: Person } & Pick<
  BenchFixtures,
  'reader' | 'vendor' | 'translator'
>

/** A studio with one user for each role. */
async function createStudio(address: string): Promise<Studio> {
  const baseUrl = `${address}/api`
  const admin = await signIn(baseUrl, ADMIN.email, ADMIN.password)
  const studio = await admin.call(studios.createStudio, {
    body: { name: 'Northlight Pictures', slug: 'northlight' },
  })
  const territory = await admin.call(territories.createTerritory, { body: GERMANY })
  const vendors = await admin.call(groups.createGroup, {
    body: { name: 'Night Shift Post', type: 'v', studios: [studio._id], users: [] },
  })
  const createUser = async (
    role: access.Role,
    name: string,
    more: Partial<users.Invitation> = {},
  ) => {
    const email = `${role}@northlight.example`
    await admin.call(users.inviteUser, {
      body: {
        emailNormal: email,
        name,
        password: PASSWORD,
        roles: [role],
        studios: [studio._id],
        ...more,
      },
    })
    return signIn(baseUrl, email, PASSWORD)
  }
  const reader = await createUser('studio', 'Ingrid Sólveig Aronsdóttir')
  const orders = await createUser('territory', 'Jörg-Peter Wachowiak', { territory: territory._id })
  const vendor = await createUser('vendor', 'Thandeka Mokoena', { groups: [vendors._id] })
  const translator = await createUser('translator', 'Aiko Yamashiro', { groups: [vendors._id] })
  await createUser('guest', 'A guest')
  return { admin, studio: studio._id, orders, reader, vendor, translator }
}

const newOrder = (asset: string): workrequests.NewWorkRequest => ({
  asset,
  language: 'deu',
  territory: 'DE',
  instructions:
    'Bitte die Titeltafel am Anfang nachbauen; der Sprecher nennt den Starttermin im letzten Satz.',
  dng: { dialogue: ['Subtitled'], graphics: ['Dedicated', 'Subtitled'], narration: ['Dubbed'] },
  tags: ['de-sub', 'cinema'],
  uses: {
    items: ['Broadcast', 'Online'],
    details: {
      Broadcast: [{ value: '1080i50', ship: true }],
      Online: [{ value: '1080p', ship: false }],
    },
  },
  due: { date: Math.floor(Date.now() / 1000) + 21 * 86_400, tz: 'Europe/Berlin' },
})

/** Submitted, with a material, some lines and a file, in progress. */
async function createActiveRequest(
  { orders, vendor, translator }: Record<'orders' | 'vendor' | 'translator', Person>,
  asset: string,
  order: workrequests.NewWorkRequest,
): Promise<string> {
  const {
    _id: id,
    translation,
    graphicsTranslation,
  } = await orders.call(workrequests.createWorkRequest, { body: { ...order, status: 'submitted' } })
  const params = { id }
  const upload = async (name: string) => {
    const file = await vendor.call(files.registerFile, { body: { name, asset } })
    return vendor.call(files.receiveContent, {
      params: { id: file._id },
      body: `Content of ${name}`,
    })
  }
  const translatorId = ((await translator.call(sessions.openSession)) as users.User[])[0]!._id
  for (const [part, count] of [
    [translation, 8],
    [graphicsTranslation, 4],
  ] as const) {
    await vendor.call(translations.changeTranslation, {
      params: { id: part._id },
      body: { translator: translatorId },
    })
    await translator.call(translations.translationLines.put, {
      params: { id: part._id },
      body: Array.from({ length: count }, (_none, index) => line(index)),
    })
  }
  await vendor.call(previews.createPreview, {
    body: { asset, file: (await upload('salt_trailer_b_v1.mp4'))._id, label: 'v1' },
  })
  const graphics = await upload('salt_titles_deu.mov')
  await vendor.call(workrequests.changeWorkRequest, {
    params,
    body: {
      materials: [{ name: 'Graphics', complete: true, approved: false, files: [graphics._id] }],
    },
  })
  await vendor.call(workrequests.changeWorkRequest, {
    params,
    body: { status: 'in-progress', reason: 'The subtitles follow while the picture is cut.' },
  })
  await vendor.call(workrequests.changeWorkRequest, {
    params,
    body: {
      files: [{ name: 'Online', files: [(await upload('salt_trailer_b_deu_1080p.mp4'))._id] }],
    },
  })
  return id
}

const line = (index: number): lines.NewLine => ({
  number: index + 1,
  text: `Wer zeichnet <i>die Karte</i>? (${index + 1})`,
  startTime: `00:00:${String(index * 3).padStart(2, '0')},120`,
  stopTime: `00:00:${String(index * 3 + 2).padStart(2, '0')},480`,
})

export async function signIn(baseUrl: string, email: string, password: string): Promise<Person> {
  const { token } = (await createClient({ baseUrl, credential: { email, password } }).call(
    sessions.openSession,
  )) as sessions.Session
  return { email, token, ...createClient({ baseUrl, credential: { email, token }, retry: false }) }
}
