// Migrations keep the data of earlier versions.
import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { sealAudit } from '../src/kernel/audit/seal.ts'
import { verifyAudit } from '../src/kernel/audit/verify.ts'
import { connect } from '../src/kernel/db/connect.ts'
import { databaseOn, onCluster } from './cluster.ts'

const FOLDER = new URL('../migrations/', import.meta.url)

/**
 * Creates a database as it was before a migration, inserts rows without checking foreign keys, then
 * runs this migration and all later ones.
 */
async function upgradeFrom(t: TestContext, migration: string, rows: string): Promise<pg.Client> {
  const cluster = process.env.TEST_CLUSTER!
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await onCluster(cluster, `create database ${name}`)
  const client = new pg.Client({ connectionString: databaseOn(cluster, name) })
  await client.connect()
  t.after(async () => {
    await client.end()
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  const run = async (file: string) => client.query(await readFile(new URL(file, FOLDER), 'utf8'))
  const files = (await readdir(FOLDER)).toSorted()
  for (const file of files.filter((one) => one < migration)) await run(file)
  await client.query(
    `set session_replication_role = replica; ${rows}; set session_replication_role = origin`,
  )
  for (const file of files.filter((one) => one >= migration)) await run(file)
  return client
}

test('turns lines in a JSON column into rows with a version', async (t) => {
  const line = {
    number: 1,
    text: 'Hallo',
    startTime: '00:00:01,120',
    stopTime: '01:02:03,456',
    auto: false,
    custom: true,
    machine: false,
    alignment: 'top',
  }
  const client = await upgradeFrom(
    t,
    '0010_lines.sql',
    `
    insert into studio (id, slug, name, settings) values ('s', 's', 's', '{}');
    insert into person (id, email, name, preferences) values ('p', 'p', 'p', '{}');
    insert into work_request (
      id, studio_id, project_id, asset_id, owner_id, language, territory, dng, uses, dcp,
      recipients)
    values ('w', 's', 'x', 'a', 'p', 'deu', 'DE', '{}', '{}', '{}', '{}');
    insert into translation (id, studio_id, asset_id, work_request_id, part, language, lines)
    values
      ('t', 's', 'a', 'w', 'dialogue', 'deu', '${JSON.stringify([line])}'),
      ('g', 's', 'a', 'w', 'graphics', 'deu', '[]')`,
  )
  const { rows } = await client.query(
    `select tr.id, l.start_ms, l.stop_ms, v.line - '_id' as line
    from translation tr
    left join text_track_line l on l.text_track_id = tr.text_track_id
    left join text_track_line_version v on v.line_id = l.id
    order by tr.id`,
  )
  assert.deepEqual(rows, [
    { id: 'g', start_ms: null, stop_ms: null, line: null },
    {
      id: 't',
      start_ms: 1120,
      stop_ms: 3_723_456,
      line: {
        start: 1120,
        stop: 3_723_456,
        text: 'Hallo',
        source: '',
        origin: null,
        stale: false,
        auto: false,
        custom: true,
        machine: false,
        version: 1,
        alignment: 'top',
        position: 1,
      },
    },
  ])
})

test('verifies the former seals of the audit log and keeps all entries for the chains', async (t) => {
  const client = await upgradeFrom(
    t,
    '0030_audit_chains.sql',
    `
    insert into audit (act, about_kind, studios) values
      ('one', 'x', '{a}'), ('two', 'x', '{a,b}'), ('three', 'x', '{}');
    insert into audit_seal (entries, hash)
      select 3, encode(sha256(convert_to(
        e'\\n' || string_agg(audit_text(a), e'\\n' order by number), 'utf8')), 'hex')
      from audit a;
    insert into audit_seal (entries, hash) values (1, 'made up');
    update audit set seal = 1`,
  )
  const { rows } = await client.query<{ act: string; asked: object | null }>(
    'select act, asked from audit order by number',
  )
  assert.deepEqual(
    rows.map(({ act, asked }) => [act, asked]),
    [
      ['one', null],
      ['two', null],
      ['three', null],
      ['migration 0030_audit_chains', { seals: 2, head: 'made up', firstBrokenSeal: 2 }],
    ],
  )
  const db = connect(databaseOn(process.env.TEST_CLUSTER!, client.database!), { size: 1 })
  try {
    await sealAudit(db)
    const { chains, broken } = await verifyAudit(db)
    assert.deepEqual(broken, [])
    assert.deepEqual(
      chains.map(({ chain, position }) => [chain, position]),
      [
        ['a', 2],
        ['b', 1],
        ['installation', 2],
      ],
    )
  } finally {
    await db.destroy()
  }
})
