// Landlock: the process opens only the files below the given paths. Rules cannot be lifted and are
// inherited by threads and programs that start later.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { syscall, SyscallError } from './native.ts'

export type FileRule = { path: string; access: 'read' | 'execute' | 'write' }

/** LANDLOCK_ACCESS_FS_* in linux/landlock.h. */
const EXECUTE = 1n << 0n
const WRITE_FILE = 1n << 1n
const READ = (1n << 2n) | (1n << 3n)
const REMOVE_FILE = 1n << 5n
/** Folders, files and symbolic links; no devices, sockets and pipes. */
const MAKE = (1n << 7n) | (1n << 8n) | (1n << 12n)
const TRUNCATE = 1n << 14n
const ACCESS: Record<FileRule['access'], bigint> = {
  read: READ,
  execute: READ | EXECUTE,
  write: READ | WRITE_FILE | TRUNCATE | REMOVE_FILE | MAKE,
}
/** The rights that a rule for a file, not a folder, can have. */
const FILE_RIGHTS = EXECUTE | WRITE_FILE | (1n << 2n) | TRUNCATE
const CREATE_RULESET_VERSION = 1
const RULE_PATH_BENEATH = 1
/** Missing from the type definitions. The descriptor names a path without opening the file. */
const O_PATH = 0o10000000

/** 0 where the kernel has no Landlock or has it disabled. */
export function landlockAbi(): number {
  try {
    return syscall('landlock_create_ruleset', 0, 0, CREATE_RULESET_VERSION)
  } catch (error) {
    if (error instanceof SyscallError) return 0
    throw error
  }
}

/**
 * Applies to this thread and to the program that it executes. Each ABI adds rights: 2 moving between
 * folders (which version 1 always refuses), 3 truncating, 4 TCP, 5 device controls, 6 signals and
 * abstract sockets. Older kernels get what they know; seccomp covers the rest.
 */
export function restrictFiles(abi: number, rules: FileRule[]): void {
  const handled = (1n << BigInt(abi >= 5 ? 16 : abi >= 3 ? 15 : abi === 2 ? 14 : 13)) - 1n
  const ruleset = syscall('landlock_create_ruleset', ...rulesetAttribute(abi, handled), 0)
  for (const rule of rules) addRule(ruleset, rule, handled)
  syscall('landlock_restrict_self', ruleset, 0)
  closeSync(ruleset)
}

/** struct landlock_ruleset_attr: files, network (bind, connect), scopes (abstract sockets, signals). */
function rulesetAttribute(abi: number, handled: bigint): [Buffer, number] {
  const attribute = Buffer.alloc(24)
  attribute.writeBigUInt64LE(handled, 0)
  attribute.writeBigUInt64LE(0b11n, 8)
  attribute.writeBigUInt64LE(0b11n, 16)
  return [attribute, abi >= 6 ? 24 : abi >= 4 ? 16 : 8]
}

/** A path that does not exist on this machine needs no rule. */
function addRule(ruleset: number, { path, access }: FileRule, handled: bigint): void {
  let descriptor
  try {
    descriptor = openSync(path, O_PATH | constants.O_RDONLY)
  } catch {
    return
  }
  const rights = ACCESS[access] & (fstatSync(descriptor).isDirectory() ? handled : FILE_RIGHTS)
  const attribute = Buffer.alloc(12)
  attribute.writeBigUInt64LE(rights & handled, 0)
  attribute.writeInt32LE(descriptor, 8)
  syscall('landlock_add_rule', ruleset, RULE_PATH_BENEATH, attribute, 0)
  closeSync(descriptor)
}
