import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../api/test/fixtures.ts'
import { checkTemplates } from './check.ts'
import { sentStatements } from './record.ts'
import { RIGHT, UNSENT, WRONG } from './rows.fixture.ts'
import { readTemplates } from './templates.ts'

test('finds rows that are declared wrong', async (t) => {
  const { db } = await loadFixtures(t)
  for (const statement of Object.values({ ...RIGHT, ...WRONG })) await statement.execute(db)
  const check = checkTemplates(
    readTemplates(['scripts/test/statements/rows.fixture.ts']),
    sentStatements(),
  )
  assert.deepEqual(
    check.problems.map((problem) => problem.replace(/^.*?: /, '')),
    [
      'nam is declared but not selected',
      'name is selected but not declared',
      'id is declared as number but arrives as string',
      'made is declared as string but arrives as Date',
      'sum is declared as number but arrives as string',
      'ids is declared as number[] but arrives as string[]',
      'made is declared as Date but arrives as JSON',
      'logo was null but is not declared so',
    ],
  )
  assert.equal(check.checked, Object.keys(RIGHT).length - 1 + Object.keys(WRONG).length)
  assert.equal(check.unsent.length, 1)
  assert.equal(UNSENT.strings.length, 1)
})
