// Loaded before the child's program, and so before any codec. No other program is needed from here.
// JavaScript, because the compile cache contains only the files of the launcher and the child.
import { refuseCalls } from './seccomp.ts'

refuseCalls(['execve', 'seccomp'])
