import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import { page } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/range.ts'
import type { Mail } from './contract.ts'

export const listOutbox = (db: Db, range: Range): Promise<Page<Mail>> =>
  page(db, range, {
    columns: sql`m.id as "_id", m.to_address as "to", m.subject, m.text, seconds(m.sent_at) as sent, seconds(m.created_at) as created`,
    from: sql`mail m`, where: sql`true`, order: sql`m.created_at desc, m.id desc`, key: sql`m.id`,
  })
