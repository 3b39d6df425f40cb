import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reports } from '@reelay/api/contract'
import { createRequestAt } from '../../../api/test/work-requests.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('prints each report as a table, JSON and CSV', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const [open, rejected] = [
    await createRequestAt(a, 'awaiting-materials'),
    await createRequestAt(a, 'rejected'),
  ]
  const { studio } = a.people
  const report = async (name: string, ...flags: string[]) => {
    const { code, out, err } = await runCommand('report', name, ...flags)
    assert.equal(code, 0, err)
    return out
  }
  const coverage = await report('coverage', '--project', 'project-a')
  assert.match(
    coverage,
    /^ASSET +DE\ntrailer-a {2}Online deu: (ordered|in-work)(; Online deu: (ordered|in-work))?\n$/,
  )
  assert.deepEqual(
    JSON.parse(await report('coverage', '--project', 'project-a', '--json')),
    await studio.call(reports.coverageReport, { query: { project: 'project-a' } }),
  )
  const risk = await report('risk')
  assert.match(risk, /^REQUEST +RISK +DUE +FOR +ASSET +WHY +WAITING FOR\n/)
  assert.ok(risk.includes(open) && risk.includes(rejected))
  assert.equal(
    (JSON.parse(await report('risk', '--json', '--territory', 'DE')) as unknown[]).length,
    2,
  )
  assert.match(
    await report('risk', '--csv'),
    new RegExp(`^request,project,asset,territory,[^\\n]*\\r\\n(${open}|${rejected}),Project a,`),
  )
  const volume = await report('volume', '--by', 'month', '--tz', 'Europe/Berlin')
  assert.match(volume, /^From +\S+\nTo +\S+\nTime zone +Europe\/Berlin\n\nMONTH /)
  assert.match(volume, /^MONTH +ORDERED +SUBMITTED +DELIVERED +CANCELLED\n/m)
  assert.match(volume, /\nTotal +2 +2 +0 +0\n$/)
  assert.match(
    await report('rejections'),
    /^total +1 work requests +1\ncode +picture +1\nvendor +Vendors a +1\nterritory +DE +1\n/m,
  )
  assert.match(await report('turnaround'), /^WORKING HOURS +COUNT +MEDIAN +80% WITHIN\nTotal +0\n/m)
  assert.match(await report('downloads'), /^total +0 +0 bytes\n/m)
  assert.equal((await runCommand('report', 'coverage')).code, EXIT_CODES.usage.code)
  assert.equal((await runCommand('report', 'beauty')).code, EXIT_CODES.usage.code)
})
