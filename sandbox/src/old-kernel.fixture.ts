// Loaded with --import: makes this process and its children see a kernel without these calls.
// Without seccomp, not even root can isolate codecs.
import { isMainThread } from 'node:worker_threads'
import { syscall } from './native.ts'
import { refuseCalls } from './seccomp.ts'

const PR_SET_NO_NEW_PRIVS = 38

// The filter covers threads that start later, where it could not be installed again.
if (isMainThread) {
  syscall('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
  refuseCalls(
    process.env.WITHOUT_SECCOMP
      ? ['landlock_create_ruleset', 'seccomp']
      : ['landlock_create_ruleset'],
  )
}
