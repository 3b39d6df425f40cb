// The findings of the checks as a file for people.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import { IdParams, ShortText, StrictObject } from '../../kernel/http/contract/schema.ts'

export const REPORT_FORMATS = ['html', 'pdf'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const CheckReportOptions = StrictObject({
  format: Type.Enum([...REPORT_FORMATS]),
  profile: Type.Optional(ShortText),
})
export type CheckReportOptions = Static<typeof CheckReportOptions>

export const exportCheckReport = endpoint({
  method: 'GET',
  path: '/translations/:id/qc/report',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Export the findings of the checks, with stills of the film',
  bytes: 'out',
  params: IdParams,
  query: CheckReportOptions,
  reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
})
