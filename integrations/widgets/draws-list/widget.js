// Drops draws, which StreamElements knows nothing of: from the richer object.
const most = Number('{{most}}') || 5;

const add = ({ data }) => {
  const line = document.createElement('li');
  line.textContent = `${data.rewardTitle} × ${data.count}`;
  const list = document.getElementById('draws');
  list.prepend(line);
  while (list.children.length > most) list.lastElementChild.remove();
};

stagelight.on('DROPS', add);
