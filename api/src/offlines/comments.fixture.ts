import { changeTranslation } from '../translations/contract.ts'
import { readRequest, createRequestAt } from '../../test/work-requests.ts'
import { uploadVersion, commentsOn } from '../../test/review-fixtures.ts'
import { loadFixtures } from '../../test/fixtures.ts'

/** A work request in progress with one offline and an assigned translator. */
export async function createReview(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { vendor, translator } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  await vendor.call(changeTranslation, {
    params: { id: (await readRequest(vendor, request)).translation._id },
    body: { translator: translator._id },
  })
  const first = await uploadVersion(fixtures, request)
  return { fixtures, ...fixtures.a.people, request, first, v1: commentsOn(first) }
}
