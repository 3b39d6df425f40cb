// Calls the Linux kernel through Node's FFI, so that no helper program has to be compiled.
import { dlopen, getInt32, getRawPointer } from 'node:ffi'
import { SYSCALLS, type SyscallName } from './syscalls.ts'

const { functions } = dlopen(null, {
  syscall: {
    arguments: ['int64', 'int64', 'int64', 'int64', 'int64', 'int64'],
    return: 'int64',
  },
  __errno_location: { arguments: [], return: 'pointer' },
})

/** Column of the syscall table. Undefined where we have no table, which means no filter. */
export const ARCHITECTURE = ({ x64: 0, arm64: 1 } as Record<string, 0 | 1>)[process.arch]

export class SyscallError extends Error {}

/** Calls the kernel on this thread. A buffer is passed as its address. */
export function syscall(name: SyscallName, ...args: (number | bigint | Buffer)[]): number {
  const number = ARCHITECTURE === undefined ? null : SYSCALLS[name][ARCHITECTURE]
  if (number === null) throw new SyscallError(`${name} is unknown on ${process.arch}`)
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = args.map((value) =>
    Buffer.isBuffer(value) ? getRawPointer(value) : BigInt(value),
  )
  const result = Number(functions.syscall(BigInt(number), a, b, c, d, e))
  if (result < 0)
    throw new SyscallError(`${name} failed (errno ${getInt32(functions.__errno_location())})`)
  return result
}
