// The contract beside the client. Packed, it is made of the declarations
// (scripts/pack/contract.ts), and nothing of the service comes along.
export * from '@reelay/api/contract'
