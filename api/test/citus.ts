// A coordinator of Citus and its workers, on which the tests of the API run if CITUS_URL names it. A
// database on them is one on each server. Their copies together are a copy of the distributed database.
import pg from 'pg'
import { connectOwner } from '../src/kernel/db/connect-owner.ts'
import {
  distributeTables,
  parameterStatements,
  readDistribution,
} from '../src/operations/distribute/distribute.ts'

export const usesCitus = () => process.env.TEST_CITUS !== undefined

type Node = { url: string; host: string; port: number; isCoordinator: boolean }

/** The coordinator first. All servers have the same accounts. */
async function listNodes(coordinator: string): Promise<Node[]> {
  const rows = await queryOn<Omit<Node, 'url'>>(
    coordinator,
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
    from pg_dist_node where isactive order by groupid`,
  )
  return rows.map((node) => {
    const url = new URL(coordinator)
    if (!node.isCoordinator) Object.assign(url, { hostname: node.host, port: String(node.port) })
    return { ...node, url: url.href }
  })
}

async function queryOn<Row extends pg.QueryResultRow>(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const onDatabase = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: name }).href

/** Citus would do it on the workers too, and without a template. */
const LOCALLY = [
  'set citus.enable_create_database_propagation = off',
  'set citus.enable_ddl_propagation = off',
]

export async function createCitusDatabase(coordinator: string, name: string): Promise<void> {
  const nodes = await listNodes(coordinator)
  await dropCitusDatabase(coordinator, name)
  for (const { url } of nodes) {
    await queryOn(url, ...LOCALLY, `create database ${name}`)
    await queryOn(onDatabase(url, name), 'create extension citus')
  }
  const registrations = nodes.map(({ host, port, isCoordinator }) =>
    isCoordinator
      ? `select citus_set_coordinator_host('${host}', ${port})`
      : `select citus_add_node('${host}', ${port})`,
  )
  await queryOn(onDatabase(coordinator, name), ...registrations)
}

export async function distributeDatabase(url: string): Promise<void> {
  const db = connectOwner(url, { size: 1, prepares: false, statementMs: 600_000 })
  try {
    const { steps, obstacles } = await readDistribution(db)
    if (obstacles.length > 0) throw new Error(JSON.stringify(obstacles))
    await distributeTables(db, steps)
  } finally {
    await db.close()
  }
}

/** Nobody may be connected to a template, also no daemon of Citus. */
export async function closeTemplate(coordinator: string, name: string): Promise<void> {
  for (const { url } of await listNodes(coordinator))
    await queryOn(
      url,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
}

export async function copyCitusDatabase(coordinator: string, name: string, template: string) {
  const nodes = await listNodes(coordinator)
  await Promise.all(
    nodes.map(({ url }) =>
      queryOn(
        url,
        ...LOCALLY,
        `create database ${name} template ${template} strategy file_copy`,
        // A copy has the tables of its template, and not its parameters.
        ...parameterStatements(name),
      ),
    ),
  )
}

export async function dropCitusDatabase(coordinator: string, name: string): Promise<void> {
  for (const { url } of await listNodes(coordinator))
    await queryOn(url, ...LOCALLY, `drop database if exists ${name} with (force)`)
}
