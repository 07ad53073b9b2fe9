import type { FastifyInstance } from 'fastify'

/** Lets OPTIONS tell the methods of each page; returns how they are declared. */
export function answerOptions(http: FastifyInstance) {
  const methodsOf = new Map<string, string[]>()
  return (path: string, methods: readonly string[]) => {
    const cached = methodsOf.get(path)
    if (cached) {
      cached.push(...methods)
      return
    }
    const all = [...methods]
    methodsOf.set(path, all)
    http.options(path, (_, reply) => reply.header('allow', all.join(', ')).send())
  }
}
