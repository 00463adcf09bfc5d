/**
 * How Node runs an operator's command. An import makes much short-lived garbage, which a large young generation would
 * hoard; and the embedded database's WebAssembly, compiled on all cores at once, takes more memory than the import.
 */
export const operatorFlags = ['--max-semi-space-size=16', '--wasm-num-compilation-tasks=1']
