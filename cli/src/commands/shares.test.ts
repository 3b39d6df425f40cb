import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestCode } from '../../../api/test/mail-codes.ts'
import { uploadFile } from '../../../api/test/orders.ts'
import { rawRequest } from '../../../api/test/raw-request.ts'
import { setupSignedInCli, type CliTestApp } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

async function createShare({ runCommand, a }: CliTestApp, ...words: string[]) {
  const file = await uploadFile(a.people.studio, a, 'trailer.mp4')
  const chosen = ['--kind', 'files', '--files', file._id, '--json', ...words]
  const created = await runCommand('shares', 'create', ...chosen)
  assert.equal(created.code, 0, created.err)
  return JSON.parse(created.out) as { _id: string; url: string | null }
}

const statusOf = async (app: CliTestApp, code: string) =>
  (await rawRequest(app, `/api/s/${code}`)).statusCode

test('shares resend replaces the links of all recipients, or of one', async (t) => {
  const app = await setupSignedInCli(t)
  const emails = ['press@outside.example', 'cinema@outside.example'] as const
  const { _id } = await createShare(app, '--recipients', emails.join(','))
  await app.runJobs()
  const codes = () => Promise.all(emails.map((email) => newestCode(app, 's', email)))
  const first = await codes()
  const all = await app.runCommand('shares', 'resend', _id)
  assert.equal(all.code, 0, all.err)
  for (const email of emails) assert.ok(all.out.includes(email), all.out)
  await app.runJobs()
  const second = await codes()
  assert.deepEqual(await Promise.all(first.map((code) => statusOf(app, code))), [404, 404])
  assert.deepEqual(await Promise.all(second.map((code) => statusOf(app, code))), [200, 200])

  const one = await app.runCommand('shares', 'resend', _id, '--recipient', 'Press@outside.example')
  assert.ok(one.out.includes(emails[0]) && !one.out.includes(emails[1]), one.out)
  await app.runJobs()
  assert.deepEqual(await Promise.all(second.map((code) => statusOf(app, code))), [404, 200])
  const missing = await app.runCommand('shares', 'resend', _id, '--recipient', 'x@outside.example')
  assert.equal(missing.code, EXIT_CODES.notFound.code)
})

test('shares resend shows the new open link once', async (t) => {
  const app = await setupSignedInCli(t)
  const { _id, url } = await createShare(app)
  const { out, err, code } = await app.runCommand('shares', 'resend', _id)
  assert.equal(code, 0, err)
  const [replaced] = /http\S+\/s\/[\w-]{43}/.exec(out)!
  assert.notEqual(replaced, url)
  const codeOf = (link: string) => link.split('/').at(-1)!
  assert.deepEqual(
    [await statusOf(app, codeOf(url!)), await statusOf(app, codeOf(replaced))],
    [404, 200],
  )
})
