/*
 * Says in plain words when a browser is too old for the page. It must run in such a browser, so it
 * is written as scripts were in 2009. `main.tsx` renders nothing where it said so.
 */
(() => {
  var missing = [];
  if (!('noModule' in document.createElement('script'))) missing.push('modules');
  if (typeof Worker === 'undefined') missing.push('Worker');
  // Came to every browser about when workers could be modules in all of them: 2023.
  if (!Array.prototype.toSorted) missing.push('Array.prototype.toSorted');
  if (typeof HTMLDialogElement === 'undefined') missing.push('dialog');
  if (missing.length === 0) return;
  document.documentElement.setAttribute('data-unsupported', missing.join(' '));
  document.addEventListener('DOMContentLoaded', () => {
    var words = document.createElement('p');
    words.setAttribute('role', 'alert');
    words.className = 'plain-words';
    words.appendChild(
      document.createTextNode(
        'Kube Orrery needs a browser of 2023 or later: Chrome or Edge 110, Firefox 115, ' +
          'Safari 16.4. This one lacks: ' +
          missing.join(', ') +
          '. / Kube Orrery 需要 2023 年或更新的浏览器：Chrome 或 Edge 110、Firefox 115、' +
          'Safari 16.4。当前浏览器缺少：' +
          missing.join('、') +
          '。',
      ),
    );
    document.body.insertBefore(words, document.body.firstChild);
  });
})();
