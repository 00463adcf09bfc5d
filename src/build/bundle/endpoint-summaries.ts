import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.PluginContext['parse']>
type Statement = Program['body'][number]

function findSummaries(statement: Statement) {
  if (statement.type !== 'ExportNamedDeclaration') return []
  if (statement.declaration?.type !== 'VariableDeclaration') return []
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
    const [definition] = init.arguments
    if (init.callee.name !== 'defineEndpoint' || definition?.type !== 'ObjectExpression') return []
    return definition.properties.filter(
      (property) =>
        property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'summary',
    )
  })
}

/** Replaces each value, so that the commas around it stay valid. */
const emptySummaries = (code: string, { body }: Program): string =>
  body
    .flatMap(findSummaries)
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}summary: ''${rest.slice(end)}`, code)

/** Removes the summaries of endpoints from the browser: only the API documentation shows them. */
export function endpointSummaries(): Plugin {
  return {
    name: 'endpoint-summaries',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/, code: 'defineEndpoint' },
      handler(code) {
        return { code: emptySummaries(code, this.parse(code)), map: null }
      },
    },
  }
}
