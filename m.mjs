const before=process.memoryUsage.rss()/1048576
for (const f of process.argv.slice(2)) await import(f)
global.gc?.()
const m=process.memoryUsage();console.log(process.argv.slice(2).join(' '),'rss',before|0,m.rss/1048576|0,'heap',m.heapUsed/1048576|0,m.heapTotal/1048576|0,'ext',m.external/1048576|0, 'ms', performance.now()|0, 'cpu', Math.round((process.cpuUsage().user+process.cpuUsage().system)/1000))
