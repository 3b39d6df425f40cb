// The work on lines that runs in worker threads.
import { tasksOf } from '../../../kernel/compute/task.ts'
import * as files from './files.ts'
import * as lines from './lines.ts'
import * as rewrite from './rewrite.ts'

export const fileTasks = tasksOf(new URL('./files.ts', import.meta.url), files)
export const lineTasks = tasksOf(new URL('./lines.ts', import.meta.url), lines)
export const rewriteTasks = tasksOf(new URL('./rewrite.ts', import.meta.url), rewrite)
