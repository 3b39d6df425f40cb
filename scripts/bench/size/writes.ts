// The writes of a request's life, from the draft to the delivery, and of the records around it.
import { randomUUID } from 'node:crypto'
import { parse, type Reply, type Sending } from '../../tools/send.ts'
import type { TestRole } from '../../../api/test/fixtures.ts'
import type { BenchContext } from '../context.ts'
import { benchLines, benchOrder } from '../fixtures.ts'

/** Sends and measures one write. */
export type Write = (as: TestRole, name: string, path: string, sending: Sending) => Promise<Reply>
type Saved = { _id: string; translation: Saved; graphicsTranslation: Saved }

const OPEN = { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] }

export async function writeAll({ side }: BenchContext, write: Write): Promise<void> {
  const { people, vendors } = side
  const post = async (as: TestRole, path: string, body: object, name = path) =>
    parse<Saved>(await write(as, `POST ${name}`, path, { method: 'POST', body, key: randomUUID() }))
  const put = async (as: TestRole, name: string, path: string, body: object) =>
    parse<Saved>(await write(as, `PUT ${name}`, path, { method: 'PUT', body }))
  const text = `Bench ${randomUUID().slice(0, 8)}`

  const project = await post('studio', '/projects', { name: text, studio: side.studio._id })
  await put('studio', '/projects/{id}, name', `/projects/${project._id}`, { name: `${text} 2` })
  const asset = await post('studio', '/assets', {
    name: text,
    project: project._id,
    type: 'trailer',
  })
  await put('studio', '/assets/{id}, name', `/assets/${asset._id}`, { name: `${text} 2` })
  const upload = async (name: string) => {
    const { _id } = await post('vendor', '/files', { name, asset: asset._id })
    const sending = { method: 'PUT', body: Buffer.from(`Content of ${name}`) }
    await write('vendor', 'PUT /files/{id}/content', `/files/${_id}/content`, sending)
    return _id
  }

  const order = { ...benchOrder(side), asset: asset._id, dng: OPEN }
  const request = await post('territory', '/workrequests', order)
  const at = `/workrequests/${request._id}`
  const move = (as: TestRole, status: string, more: object = { reason: 'As agreed.' }) =>
    put(as, `/workrequests/{id}, ${status}`, at, { status, ...more })
  await put('territory', '/workrequests/{id}, instructions', at, { instructions: text })
  await move('territory', 'submitted', {})
  await post(
    'territory',
    '/workrequests',
    { ...order, status: 'submitted' },
    '/workrequests, submitted',
  )
  await post('studio', `${at}/assignment`, { vendor: vendors._id }, '/workrequests/{id}/assignment')
  await put('vendor', '/workrequests/{id}/assignment', `${at}/assignment`, { decision: 'accepted' })
  await post('territory', `${at}/comments`, { text }, '/workrequests/{id}/comments')
  const translation = `/translations/${request.translation._id}`
  await put('vendor', '/translations/{id}, translator', translation, {
    translator: people.translator._id,
  })
  await put('translator', '/translations/{id}/lines', `${translation}/lines`, benchLines(20))
  await put('translator', '/translations/{id}, submitted', translation, { status: 'submitted' })
  await put('territory', '/translations/{id}, approved', translation, { status: 'approved' })
  await move('vendor', 'in-progress')
  const file = await upload(`${text}.mp4`)
  const offline = await post('vendor', '/offlines', { workRequest: request._id, file })
  await move('vendor', 'for-review')
  const decision = { decision: 'approved' }
  await put('territory', '/offlines/{id}, approved', `/offlines/${offline._id}`, decision)
  await move('territory', 'approved')
  const deliver = {
    files: [
      { name: 'Online', files: [file] },
      { name: 'Broadcast', files: [file] },
    ],
  }
  await put('vendor', '/workrequests/{id}, files', at, deliver)
  await move('studio', 'complete')
  await post('studio', '/downloads', { files: [file] })
  await put('studio', '/users/{id}, name', `/users/${people.guest._id}`, { name: text })
  await put('territory', '/notifications, read', '/notifications', { read: true })
}
