// Re-exports the API contract. In the packed client this file is generated from the declarations
// (scripts/pack/contract.ts), so the package contains no server code.
export * from '@reelay/api/contract'
