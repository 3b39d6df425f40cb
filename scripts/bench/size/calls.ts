// The lists, reports and searches of the API, and the calls of each screen, by the person who makes
// them.
import { COMMON_WORD, RARE_WORD } from './fill.ts'

export type BenchRole = 'studio' | 'territory' | 'vendor' | 'translator' | 'admin'
export type SizedCall = { name: string; path: string; role: BenchRole; first: number; last: number }

export const OPEN =
  'incomplete,submitted,awaiting-materials,in-progress,for-review,rejected,approved'
const WORKERS: BenchRole[] = ['studio', 'territory', 'vendor', 'translator', 'admin']
const MANAGERS: BenchRole[] = ['studio', 'admin']
const RESTRICTED: BenchRole[] = ['studio', 'territory', 'vendor']

/**
 * Who calls, what it is, the path, and the first and last record. `{open}` stands for the open requests
 * that are due first.
 */
type Line = [roles: BenchRole[], name: string, path: string, first?: number, last?: number]

const day = (at: Date) => at.toISOString().slice(0, 10)

const year = (now: Date): string => {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - 1)
  return `from=${day(before)}&to=${day(now)}`
}

const month = (now: Date): string => `${day(new Date(now.getTime() - 30 * 86_400_000))}-${day(now)}`

/** `rows` is the number of assets; deep pages are near the end of each list. */
export function sizedCalls(rows: number, now = new Date()): SizedCall[] {
  const lines: Line[] = [
    [WORKERS, 'Today: open requests', `/workrequests?status=${OPEN}&order=due`],
    [WORKERS, 'Today: tasks at risk', '/reports/risk?requests={open}'],
    [WORKERS, 'Today: risk', '/reports/risk/counts'],
    [WORKERS, 'Today: project at risk', '/reports/risk', 0, 0],
    [WORKERS, 'Today: status', `/workrequests/groups?by=status&status=${OPEN}`],
    [WORKERS, 'Today: phase changes', '/assets/workflowNotify', 0, 2],
    [WORKERS, 'Bell: unread notifications', '/notifications?read=false', 0, 0],
    [WORKERS, 'Notifications', '/notifications'],
    [MANAGERS, 'Notifications, deep', '/notifications', rows],
    [WORKERS, 'Work requests', '/workrequests'],
    [WORKERS, 'Work requests: risk', '/reports/risk?requests={open}'],
    [WORKERS, 'Work requests, deep', '/workrequests', Math.floor(rows * 1.8)],
    [WORKERS, 'Work requests, by due date', '/workrequests?order=due'],
    [RESTRICTED, 'Work requests, by asset', '/workrequests?order=asset'],
    [WORKERS, 'Work requests, by assignee', '/workrequests?order=assignee'],
    [RESTRICTED, 'Work requests, by project', '/workrequests?order=project,due'],
    [RESTRICTED, 'Work requests, by status', '/workrequests?order=status,due'],
    [RESTRICTED, 'Work requests, by vendor', '/workrequests?order=vendor,due'],
    [RESTRICTED, 'Work requests, by language', '/workrequests?order=language,due'],
    [WORKERS, 'Work requests without assignee', '/workrequests?assignee=none&order=due'],
    [['translator'], 'Work requests assigned to me', '/workrequests?assignee=me&order=due'],
    [['vendor'], 'Work requests of my vendor', '/workrequests?vendor=me&order=due'],
    [RESTRICTED, 'Calendar', `/workrequests?due=${month(now)}&order=due`],
    [['studio'], 'Board: complete', '/workrequests?status=complete&order=due'],
    [['studio', 'vendor'], 'Board: for review', '/workrequests?status=for-review&order=due'],
    [['studio'], 'Work requests of a territory', '/workrequests?territory=DE&order=-created', 0, 4],
    [['studio'], 'Work requests of a language', '/workrequests?language=deu'],
    [['studio'], 'Work requests of a project', '/workrequests?project=size-1'],
    [['studio'], 'Work requests from me', '/workrequests?from=me'],
    [['studio', 'vendor'], 'Work requests by project', '/workrequests/groups?by=project'],
    [['studio', 'territory'], 'Work requests by status', '/workrequests/groups?by=status'],
    [WORKERS, 'Work requests by assignee', '/workrequests/groups?by=assignee'],
    [RESTRICTED, 'Work requests by language', '/workrequests/groups?by=language'],
    [RESTRICTED, 'Work requests by week', '/workrequests/groups?by=due'],
    [['studio', 'translator'], 'Work requests, rare q', `/workrequests?q=${RARE_WORD}`],
    [['studio'], 'Work requests, common q', `/workrequests?q=${COMMON_WORD}`],
    [WORKERS, 'Assets', '/assets', 0, 23],
    [['studio'], 'Assets, deep', '/assets', Math.floor(rows * 0.9)],
    [['studio'], 'Assets, by name', '/assets?order=name'],
    [['studio'], 'Assets of a project', '/assets?project=size-1'],
    [['studio', 'translator'], 'Assets, rare q', `/assets?q=${RARE_WORD}`],
    [['studio'], 'Assets, common q', `/assets?q=${COMMON_WORD}`],
    [['studio', 'territory', 'vendor', 'admin'], 'Files', '/files'],
    [['studio'], 'Files, deep', '/files', Math.floor(rows * 1.8)],
    [['studio'], 'Files of an asset', '/files?asset=size-1'],
    [['studio'], 'Files, rare q', `/files?q=${RARE_WORD}`],
    [['studio'], 'Files, common q', `/files?q=${COMMON_WORD}`],
    [['studio'], 'Files of a language', '/files?language=deu'],
    [['studio'], 'Previews', '/previews'],
    [WORKERS, 'Translations', '/translations'],
    [['studio'], 'Translations, deep', '/translations', Math.floor(rows * 3.6)],
    [['translator'], 'Translations of mine', '/translations?translator=me'],
    [['studio'], 'Translations of a status', '/translations?status=submitted'],
    [['studio'], 'Translations of a language', '/translations?language=deu'],
    [WORKERS, 'Projects', '/projects?order=name', 0, 499],
    [['studio'], 'Projects, rare q', `/projects?q=${RARE_WORD}`],
    [WORKERS, 'Events', '/events'],
    [['studio'], 'Events of a type', '/events?type=fin'],
    [['studio'], 'Events, deep', '/events', rows * 18],
    [MANAGERS, 'Audit log', '/audit'],
    [['studio'], 'Audit log, deep', '/audit', rows * 9],
    [MANAGERS, 'Audit log, rare q', `/audit?q=${RARE_WORD}`],
    [['studio'], 'Audit log, common q', `/audit?q=${COMMON_WORD}`],
    [MANAGERS, 'Audit log, rare action', '/audit?act=POST+'],
    [MANAGERS, 'Audit log, common action', '/audit?act=workrequest'],
    [MANAGERS, 'Audit log of a month', `/audit?created=${month(now)}`],
    [['admin'], 'Audit log of a studio', '/audit?studio=studio-a'],
    [['studio', 'admin'], 'Downloads', '/downloads'],
    [['studio'], 'Downloads, deep', '/downloads', rows * 9],
    [['vendor'], 'Downloads of mine', '/downloads'],
    [['studio'], 'Downloads of a type', '/downloads?types=trailer'],
    [['studio'], 'Offlines', '/offlines'],
    [['studio'], 'Search', `/search?q=${COMMON_WORD}`],
    [['studio'], 'People', '/users?order=name', 0, 499],
    [['admin'], 'Outbox', '/outbox'],
    [['studio'], 'Shares', '/shares'],
    [['studio', 'territory'], 'Report: volume', `/reports/volume?by=month&${year(now)}`],
    [['studio'], 'Report: rejections', `/reports/rejections?${year(now)}`],
    [['studio', 'vendor'], 'Report: turnaround', `/reports/turnaround?${year(now)}`],
    [['studio', 'vendor'], 'Report: downloads', `/reports/downloads?by=month&${year(now)}`],
    [WORKERS, 'Report: risk', '/reports/risk'],
    [RESTRICTED, 'Report: critical', '/reports/risk?risk=critical'],
    [RESTRICTED, 'Report: on track', '/reports/risk?risk=on-track'],
    [['studio'], 'Report: coverage', '/reports/coverage?project=size-1'],
    [['studio'], 'Today: volume', '/reports/volume?by=day'],
    [['studio'], 'Today: rejections', '/reports/rejections'],
    [['studio'], 'Today: turnaround', '/reports/turnaround'],
    [['studio'], 'Today: downloads', '/reports/downloads'],
  ]
  return lines.flatMap(([roles, name, path, first = 0, last = first + 24]) =>
    roles.map((role) => ({ name, path, role, first, last })),
  )
}
