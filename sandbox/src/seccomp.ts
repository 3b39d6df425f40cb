// seccomp: the child may make only the system calls that codecs and Node need: no sockets, no new
// processes, no signals to others, no changes of permissions. Landlock checks the paths.
import { getRawPointer } from 'node:ffi'
import { ARCHITECTURE, syscall } from './native.ts'
import { NEEDED_CALLS, SYSCALLS, type SyscallName } from './syscalls.ts'

/** All conditions must hold: the low half of the argument is one of the values, or has the bit. */
type Condition = { argument: number; values: number[] } | { argument: number; bit: number }

/** Calls that are harmless only with some arguments. */
const conditionalCalls = (): Partial<Record<SyscallName, Condition[]>> => ({
  // Threads, but no processes (CLONE_THREAD).
  clone: [{ argument: 0, bit: 0x1_00_00 }],
  // abort() sends itself a signal.
  tgkill: [{ argument: 0, values: [process.pid] }],
  prlimit64: [{ argument: 0, values: [0] }],
  // PRIO_PROCESS, itself.
  setpriority: [
    { argument: 0, values: [0] },
    { argument: 1, values: [0] },
  ],
  // PR_SET_NAME, PR_GET_NAME and PR_SET_VMA, which name threads and memory.
  prctl: [{ argument: 0, values: [15, 16, 0x53_56_4d_41] }],
  // Duplicate, flags, locks. F_SETOWN would send signals to other processes.
  fcntl: [{ argument: 1, values: [0, 1, 2, 3, 4, 5, 6, 7, 1030] }],
  // TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
  ioctl: [{ argument: 1, values: [0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451] }],
})

/** struct seccomp_data. */
const [NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENTS_OFFSET] = [0, 4, 16]
const AUDIT_ARCH = [0xc0_00_00_3e, 0xc0_00_00_b7]
const [LOAD, EQUAL, GREATER, HAS_BIT, RETURN] = [0x20, 0x15, 0x25, 0x45, 0x06]
const [ALLOW, KILL, ERRNO] = [0x7fff_0000, 0x8000_0000, 0x0005_0000]
const [REFUSE, UNKNOWN] = [ERRNO | 1, ERRNO | 38]
/** The newest call when the table was written. libc handles newer ones only if they are unknown. */
const NEWEST_CALL = 450
const SET_MODE_FILTER = 1
const ALL_THREADS = 1

/** Applies to this thread and the program that it executes, from its first instruction on. */
export function restrictCalls(): void {
  installFilter(buildFilter(supportedArchitecture()), 0)
}

/** Applies to all threads of this process. */
export function refuseCalls(names: SyscallName[]): void {
  const refused = names.flatMap((name) => [
    jump(EQUAL, SYSCALLS[name][supportedArchitecture()]!, 0, 1),
    finish(REFUSE),
  ])
  installFilter([loadField(NUMBER_OFFSET), ...refused, finish(ALLOW)], ALL_THREADS)
}

function supportedArchitecture(): 0 | 1 {
  if (ARCHITECTURE === undefined) throw new Error(`No filter is known for ${process.arch}`)
  return ARCHITECTURE
}

function installFilter(instructions: Buffer[], flags: number): void {
  const program = Buffer.concat(instructions)
  const header = Buffer.alloc(16)
  header.writeUInt16LE(instructions.length, 0)
  header.writeBigUInt64LE(getRawPointer(program), 8)
  const stuck = syscall('seccomp', SET_MODE_FILTER, flags, header)
  if (stuck !== 0) throw new Error(`The filter cannot be applied to thread ${stuck}`)
}

function buildFilter(architecture: 0 | 1): Buffer[] {
  const numberOf = (name: SyscallName) => SYSCALLS[name][architecture]
  const conditional = Object.entries(conditionalCalls()) as [SyscallName, Condition[]][]
  return [
    loadField(ARCHITECTURE_OFFSET),
    jump(EQUAL, AUDIT_ARCH[architecture]!, 1, 0),
    finish(KILL),
    loadField(NUMBER_OFFSET),
    ...NEEDED_CALLS.map(numberOf).flatMap((number) =>
      number === null ? [] : [jump(EQUAL, number, 0, 1), finish(ALLOW)],
    ),
    ...conditional.flatMap(([name, conditions]) => {
      const block = [...conditions.flatMap(checkCondition), finish(ALLOW)]
      return [jump(EQUAL, numberOf(name)!, 0, block.length), ...block]
    }),
    // Its arguments are in memory, where a filter cannot see them. libc then calls clone.
    jump(EQUAL, numberOf('clone3')!, 0, 1),
    finish(UNKNOWN),
    jump(GREATER, NEWEST_CALL, 0, 1),
    finish(UNKNOWN),
    finish(REFUSE),
  ]
}

/** Goes on after itself if the condition holds. */
function checkCondition(condition: Condition): Buffer[] {
  const load = loadField(ARGUMENTS_OFFSET + 8 * condition.argument)
  if ('bit' in condition) return [load, jump(HAS_BIT, condition.bit, 1, 0), finish(REFUSE)]
  const { values } = condition
  const compare = values.map((value, index) => jump(EQUAL, value, values.length - index, 0))
  return [load, ...compare, finish(REFUSE)]
}

const loadField = (offset: number) => jump(LOAD, offset, 0, 0)
const finish = (result: number) => jump(RETURN, result, 0, 0)

/** struct sock_filter: what to do, how far to jump if true and if false, and the operand. */
function jump(code: number, operand: number, ifTrue: number, ifFalse: number): Buffer {
  const instruction = Buffer.alloc(8)
  instruction.writeUInt16LE(code, 0)
  instruction.writeUInt8(ifTrue, 2)
  instruction.writeUInt8(ifFalse, 3)
  instruction.writeUInt32LE(operand, 4)
  return instruction
}
