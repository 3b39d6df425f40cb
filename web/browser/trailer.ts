// A trailer with its script, for the tests that take a version from the order to the delivery.
import { previews, scripts } from '@reelay/api/contract'
import { renderClip, uploadFile } from './clips.ts'
import type { TestStudio } from './studio.ts'

/** Each line with its translation. */
export const LINES = [
  ['Who taught you to fly?', 'Wer hat dich das gelehrt?'],
  ['The wind did.', 'Der Wind war es.'],
] as const
const SECONDS = 4

export const renderTrailer = () => renderClip({ seconds: SECONDS, title: 'TRAILER' })
export const renderOffline = () => renderClip({ seconds: SECONDS, title: 'OFFLINE' })
export const renderDelivery = () =>
  renderClip({ seconds: SECONDS, title: 'DELIVERY', width: 1920, height: 1080 })

/** Creates a trailer with a preview and the script of its dialogue. */
export async function createTrailer({ call, newAsset }: TestStudio) {
  const asset = await newAsset('Season trailer')
  const file = await uploadFile(call, asset._id, 'trailer.mp4', await renderTrailer())
  await call(previews.createPreview, { body: { asset: asset._id, file } })
  const { _id: id } = await call(scripts.createScript, {
    body: { asset: asset._id, part: 'dialogue', language: 'eng' },
  })
  await call(scripts.scriptLines.put, {
    params: { id },
    body: LINES.map(([text], index) => ({
      number: index + 1,
      startTime: `00:00:0${index * 2},200`,
      stopTime: `00:00:0${index * 2 + 1},900`,
      text,
    })),
  })
  return asset
}
